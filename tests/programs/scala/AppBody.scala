// snarl: --main sc.app.AppBody
package sc.app

class Server { def answer(): Int = 42 }

/** What the body of an `App` sets before it starts a thread, and what it sets afterwards. */
object AppBody extends App {
  val serverOk = new Server
  private var early = 1
  private var late = 0
  early += 1
  val workers = (1 to 3).map(_ => new Thread(() => println(serverOk.answer() + early + late)))
  workers.foreach(_.start())
  late = 5  // expect: data-race sc.app.AppBody$.late
}
