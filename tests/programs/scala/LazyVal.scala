// snarl: --main lazyval.Main
package lazyval

import java.util.concurrent.Executors

/** Lazy values: written under the object's lock, and read once a volatile bit says that they are. */
class Settings {
  lazy val name: String = "settings" + System.nanoTime
  lazy val size: Int = name.length
  private var asked = 0

  def sizeOk: Int = size

  def askBad(): Unit = asked += name.length  // expect: data-race lazyval.Settings.asked
}

object Main {
  def main(arguments: Array[String]): Unit = {
    val settings = new Settings
    val pool = Executors.newFixedThreadPool(2)
    for (_ <- 1 to 2) {
      pool.submit(new Runnable {
        override def run(): Unit = {
          println(settings.sizeOk)
          settings.askBad()
        }
      })
    }
    pool.shutdown()
  }
}
