// snarl: --open hidden.Counter
package hidden

/** What is private to a package, or protected, is public for the JVM; others cannot call it. */
class Counter {
  private[this] var hits = 0
  private[this] var steps = 0
  private[this] var misses = 0

  private[hidden] def hitOk(): Int = {
    hits += 1
    hits
  }

  protected def stepOk(): Unit = steps += 1
  def stepsOk(): Int = steps

  def missBad(): Unit = misses += 1 // expect: data-race hidden.Counter.misses
  def missesBad(): Int = synchronized { misses }
}

object Counter {
  def makeOk(): Counter = new Counter
  private[hidden] class Sum { var value = 0 }
  private object Last { var value = 0 }
  def lastOk(): Int = synchronized { Last.value }
}

class Made private[hidden] ()
