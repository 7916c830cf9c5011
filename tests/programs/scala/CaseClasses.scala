// snarl: --main sc.cases.CaseClasses
package sc.cases

import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{Executors, TimeUnit}

case class State(version: Int, names: Vector[String])

case class Session(id: String, var hits: Int = 0)

class Store {
  private val ref = new AtomicReference(State(0, Vector.empty))
  private var last = State(0, Vector.empty)

  def addOk(n: String): Unit = ref.updateAndGet(s => s.copy(s.version + 1, s.names :+ n))

  def lastBad(n: String): Unit = last = last.copy(names = last.names :+ n)  // expect: data-race sc.cases.Store.last
}

object CaseClasses {
  val session = Session("x")

  def main(args: Array[String]): Unit = {
    val store = new Store
    val pool = Executors.newFixedThreadPool(2)
    for (i <- 1 to 4) pool.execute(() => {
      store.addOk("a")
      store.lastBad("a")
      session.hits += 1  // expect: data-race sc.cases.Session.hits
      countBad()
    })
    pool.shutdown()
    pool.awaitTermination(1, TimeUnit.MINUTES)
    println(session.hits)
    println(counter)
  }

  var counter = 0

  def countBad(): Unit = counter += 1  // expect: data-race sc.cases.CaseClasses$.counter
}
