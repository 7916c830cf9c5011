// snarl: --main sc.comp.FuturesForComp
package sc.comp

import scala.concurrent.{Await, Future}
import scala.concurrent.duration._
import scala.concurrent.ExecutionContext.Implicits.global

class Order {
  var total = 0
  var paid = false
}

class Draft {
  var note = 0
}

class Stats {
  var served = 0
  var failed = 0
}

object FuturesForComp {
  def load(): Future[Order] = Future {
    val o = new Order
    o.total = 3
    o
  }

  def pay(o: Order): Future[Order] = Future {
    o.paid = true
    o
  }

  def chainOk(): Unit = {
    val done = for {
      o <- load()
      p <- pay(o)
    } yield p.paid
    println(Await.result(done, 5.seconds))
  }

  def forgottenBad(): Unit = {
    val done = Future(new Draft).flatMap { d =>
      Future { d.note = 1 }  // expect: data-race sc.comp.Draft.note
      Future.successful(d)
    }
    println(Await.result(done.map(_.note), 5.seconds))
  }

  def sequenceOk(): Unit = {
    val all = Future.sequence((1 to 3).map(n => Future(n * n)))
    println(Await.result(all, 5.seconds).sum)
  }

  def callbacksBad(stats: Stats): Unit = {
    val fs = (1 to 3).map { n =>
      Future(n).map { m =>
        stats.served += m  // expect: data-race sc.comp.Stats.served
        m
      }
    }
    Await.result(Future.sequence(fs), 5.seconds)
    println(stats.served)
  }

  def main(args: Array[String]): Unit = {
    chainOk()
    forgottenBad()
    sequenceOk()
    callbacksBad(new Stats)
  }
}
