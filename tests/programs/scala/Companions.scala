// snarl: --main sc.companions.Companions
package sc.companions

import java.util.concurrent.LinkedBlockingQueue
import scala.collection.mutable

/** What companions make belongs to who asks: two maps are not one. */
class Stock {
  private val items = mutable.Map[String, Int]()
  private val names = mutable.Set[String]()

  def addOk(name: String): Unit = synchronized {
    items(name) = items.getOrElse(name, 0) + 1
    names += name
  }

  def sizeOk: Int = synchronized(items.size + names.size)
}

class Loose {
  private val items = mutable.Map[String, Int]()
  private val lines = mutable.ListBuffer[String]()

  def addBad(name: String): Unit = synchronized {
    items(name) = 1
    lines += name
  }

  def sizeBad: Int = items.size // expect: data-race container sc.companions.Loose.items

  def linesBad: Int = lines.size // expect: data-race container sc.companions.Loose.lines
}

trait Logging {
  private val log = mutable.ArrayBuffer[String]()

  def logBad(text: String): Unit = log += text // expect: data-race container sc.companions.Logged.log
}

class Logged extends Logging

object Companions {
  private val queue = new LinkedBlockingQueue[mutable.Buffer[Int]]

  def confinedOk(): Int = {
    val own = mutable.Map[String, Int]()
    own("a") = 1
    own.size
  }

  def giveOk(): Unit = {
    val buffer = mutable.Buffer(1, 2)
    buffer += 3
    queue.put(buffer)
  }

  def takeOk(): Unit = queue.take() += 4

  def main(args: Array[String]): Unit = {
    val stock = new Stock
    val loose = new Loose
    val logged = new Logged
    for (_ <- 1 to 2) {
      new Thread(() => {
        stock.addOk("a")
        loose.addBad("a")
        logged.logBad("a")
        giveOk()
        takeOk()
        println(stock.sizeOk + loose.sizeBad + loose.linesBad + confinedOk())
      }).start()
    }
  }
}
