// snarl: --main sc.promises.Promises
package sc.promises

import scala.concurrent.{Await, Promise}
import scala.concurrent.duration._

class Result { var value = 0 }
class Leaked { var value = 0 }

object Promises {
  def deliverOk(): Unit = {
    val p = Promise[Result]()
    val t = new Thread(() => {
      val r = new Result
      r.value = 42
      p.success(r)
    })
    t.start()
    println(Await.result(p.future, 5.seconds).value)
  }

  def lateBad(): Unit = {
    val p = Promise[Leaked]()
    val t = new Thread(() => {
      val r = new Leaked
      p.success(r)
      r.value = 42  // expect: data-race sc.promises.Leaked.value
    })
    t.start()
    println(Await.result(p.future, 5.seconds).value)
  }

  def main(args: Array[String]): Unit = {
    deliverOk()
    lateBad()
  }
}
