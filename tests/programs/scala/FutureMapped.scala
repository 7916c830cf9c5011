// snarl: --main FutureMapped
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Await, ExecutionContext, Future}

/** Who waits for a future that is made of another one has waited for that as well. */
object FutureMapped {
  implicit val context: ExecutionContext = ExecutionContext.global

  class Sum { private[this] var value = 0; def add(by: Int): Unit = value += by; def get: Int = value }

  class Early { private[this] var value = 0; def add(by: Int): Unit = value += by; def get: Int = value } // expect: data-race FutureMapped$Early.value

  def mappedOk(): Unit = {
    val sum = new Sum
    val all = Future { sum.add(1); 2 }.map { it => sum.add(it); it }
    Await.result(all, 1.second)
    println(sum.get)
  }

  def earlyBad(): Unit = {
    val sum = new Early
    val first = Future { sum.add(1); 2 }
    val all = first.map { it => sum.add(it); it }
    Await.result(first, 1.second)
    println(sum.get)
  }

  def main(args: Array[String]): Unit = {
    mappedOk()
    earlyBad()
  }
}
