// snarl: --main sc.chains.FutureChains
package sc.chains

import scala.concurrent.{Await, Future}
import scala.concurrent.duration._
import scala.concurrent.ExecutionContext.Implicits.global

/** What a stage of a future starts comes after all stages before it, and after the future itself. */
object FutureChains {
  class Sum { var value = 0 }

  class Forked { var value = 0 }

  class Late { var value = 0 }

  def chainOk(): Int = {
    val sum = new Sum
    val all = Future { sum.value = 1 }
      .map { _ => sum.value += 1; sum }
      .flatMap(it => Future { it.value += 1; it })
    Await.result(all, 1.second).value
  }

  def comprehensionOk(): Int = {
    val sum = new Sum
    val all = for {
      one <- Future { sum.value += 1; 1 }
      two <- Future { sum.value += one; 2 }
      three <- Future { sum.value += two; 3 }
    } yield { sum.value += three }
    Await.result(all, 1.second)
    sum.value
  }

  def forkBad(): Unit = {
    val sum = new Forked
    val first = Future { sum }
    first.map { it => it.value += 1 }  // expect: data-race sc.chains.FutureChains$Forked.value
    first.flatMap(it => Future { it.value += 1 })
  }

  def lateBad(): Int = {
    val sum = new Late
    val all = Future { sum }.map { it =>
      Future { it.value = 1 }  // expect: data-race sc.chains.FutureChains$Late.value
      it
    }
    Await.result(all.map(_.value), 1.second)
  }

  def main(args: Array[String]): Unit = {
    println(chainOk() + comprehensionOk())
    forkBad()
    println(lateBad())
  }
}
