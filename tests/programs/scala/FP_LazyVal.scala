// snarl: --main lazyval.Main
package lazyval

import java.util.concurrent.Executors

/** A lazy value: written under the object's lock, and read once a volatile flag says that it is. */
class Settings {
  lazy val size: Int = "settings".length // false alarm: data-race lazyval.Settings.size

  def sizeOk: Int = size
}

object Main {
  def main(arguments: Array[String]): Unit = {
    val settings = new Settings
    val pool = Executors.newFixedThreadPool(2)
    for (_ <- 1 to 2) {
      pool.submit(new Runnable {
        override def run(): Unit = println(settings.sizeOk)
      })
    }
    pool.shutdown()
  }
}
