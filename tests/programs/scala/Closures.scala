// snarl: --main sc.closures.Closures
package sc.closures

import scala.concurrent.{Await, ExecutionContext, Future, blocking}
import scala.concurrent.duration._
import java.util.concurrent.Executors

object Closures {
  implicit val ec: ExecutionContext = ExecutionContext.fromExecutor(Executors.newFixedThreadPool(2, r => {
    val t = new Thread(r)
    t.setDaemon(true)
    t
  }))

  def varBad(): Int = {
    var n = 0
    val fs = List.fill(3)(Future { n += 1 }) // expect: data-race sc.closures.Closures$.n
    fs.foreach(Await.ready(_, 5.seconds))
    n
  }

  def foldOk(): Int = {
    val fs = List(1, 2, 3).map(i => Future(blocking(i * 2)))
    Await.result(Future.foldLeft(fs)(0)(_ + _), 5.seconds)
  }

  def awaitOk(): Int = {
    var m = 0
    Await.result(Future { m = 4 }, 5.seconds)
    m
  }

  def awaitFlatMapOk(): Int = {
    var k = 0
    val f = Future { k = 1 }.flatMap(_ => Future { k += 1 }).map(_ => k += 1)
    Await.result(f, 5.seconds)
    k
  }

  def main(args: Array[String]): Unit = {
    println(varBad())
    println(foldOk())
    println(awaitOk())
    println(awaitFlatMapOk())
  }
}
