// snarl: --main futures.Futures
package futures

import scala.concurrent.{Await, Future, Promise}
import scala.concurrent.ExecutionContext.Implicits.global
import scala.concurrent.duration._

/** Futures run beside whoever makes them; who has waited for one comes after it. */
class Box {
  var countBad = 0
  var leftBad = 0
  var calledBackBad = 0
  var awaitedOk = 0
  var chainedOk = 0
  var allOk = 0
  @volatile var done = false
  var toldOk = 0
}

object Futures {
  def main(arguments: Array[String]): Unit = {
    val box = new Box
    for (_ <- 1 to 2) Future { box.countBad += 1 }  // expect: data-race futures.Box.countBad

    Future { box.leftBad = 1 }  // expect: data-race futures.Box.leftBad
    println(box.leftBad)

    Future { 3 }.foreach { number => box.calledBackBad = number }  // expect: data-race futures.Box.calledBackBad
    println(box.calledBackBad)

    val awaited = Future { box.awaitedOk = 1 }
    Await.result(awaited, 5.seconds)
    println(box.awaitedOk)

    val first = Future { box.chainedOk = 1 }
    val second = first.map { _ => box.chainedOk + 1 }
    println(Await.result(second, 5.seconds))

    val all = (1 to 3).map { number => Future { synchronized { box.allOk += number } } }
    Await.result(Future.sequence(all), 5.seconds)
    println(box.allOk)

    new Thread(() => {
      box.toldOk = 1
      box.done = true
    }).start()
    while (!box.done) {}
    println(box.toldOk)
  }
}
