// snarl: --main sc.lazies.LazyAndObjects
package sc.lazies

class Heavy {
  var size = 0
  size = 3
}

class Holder {
  lazy val heavy = new Heavy
  private var cached: Heavy = null
  @volatile private var current: Heavy = new Heavy

  def cachedBad(): Heavy = {
    if (cached == null) cached = new Heavy  // expect: data-race sc.lazies.Holder.cached
    cached
  }

  def replaceOk(): Unit = current = new Heavy

  def currentOk(): Int = current.size
}

object Registry {
  private var names = List.empty[String]
  private var guarded = List.empty[String]
  @volatile private var snapshot = Map.empty[String, Int]

  def addBad(n: String): Unit = names = n :: names  // expect: data-race sc.lazies.Registry$.names

  def addOk(n: String): Unit = synchronized { guarded = n :: guarded }

  def putOk(n: String): Unit = synchronized { snapshot = snapshot + (n -> 1) }

  def getOk(n: String): Option[Int] = snapshot.get(n)
}

object LazyAndObjects {
  def main(args: Array[String]): Unit = {
    val holder = new Holder
    val threads = (1 to 2).map { i =>
      new Thread(() => {
        println(holder.heavy.size)
        println(holder.cachedBad().size)
        holder.replaceOk()
        println(holder.currentOk())
        Registry.addBad("a")
        Registry.addOk("a")
        Registry.putOk("a")
        println(Registry.getOk("a"))
      })
    }
    threads.foreach(_.start())
    threads.foreach(_.join())
  }
}
