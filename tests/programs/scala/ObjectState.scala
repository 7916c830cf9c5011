// snarl: --main objects.ObjectState
package objects

import scala.collection.mutable

/** Scala's collections, and lazy values of an object. */
object ObjectState {
  private val names = mutable.ListBuffer[String]()
  private val ages = mutable.HashMap[String, Int]()
  private val kept = mutable.ArrayBuffer[Int]()
  lazy val table: List[Int] = List(1, 2)

  def addBad(name: String): Unit = names += name // expect: data-race container objects.ObjectState$.names
  def putBad(name: String): Unit = ages.put(name, 1) // expect: data-race container objects.ObjectState$.ages
  def keepOk(age: Int): Unit = synchronized { kept += age }
  def tableOk(): Int = table.size

  def main(args: Array[String]): Unit = {
    for (i <- 1 to 2) {
      new Thread(() => { addBad("Ada"); putBad("Ada"); keepOk(i); tableOk() }).start()
    }
  }
}
