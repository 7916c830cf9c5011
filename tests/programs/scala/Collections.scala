// snarl: --main collections.Collections
package collections

import scala.collection.mutable

/** Mutable collections of Scala's library change without a lock; immutable ones do not change. */
class Register {
  private val names = new mutable.ArrayBuffer[String]
  private val counts = mutable.HashMap.empty[String, Int]
  private val guarded = new mutable.ArrayBuffer[String]
  private val fixed = Vector("a", "b")

  def addBad(name: String): Unit = {
    names += name // expect: data-race container collections.Register.names
    counts.put(name, 1) // expect: data-race container collections.Register.counts
  }

  def addOk(name: String): Unit = synchronized {
    guarded += name
  }

  def firstOk: String = synchronized(guarded.head)

  def sizeOk: Int = fixed.size
}

object Collections {
  def main(arguments: Array[String]): Unit = {
    val register = new Register
    for (_ <- 1 to 2) {
      new Thread(() => {
        register.addBad("a")
        register.addOk("b")
        println(register.firstOk + register.sizeOk)
      }).start()
    }
  }
}
