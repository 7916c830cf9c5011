// snarl: --main sc.builders.Builders
package sc.builders

/** Wrappers of Scala's around what the JDK has, which they ask for by a getter of their own. */
object Builders {
  lazy val loose = new StringBuilder
  private val kept = new StringBuilder

  def appendBad(s: String): Unit = loose.append(s)  // expect: data-race sc.builders.Builders$.loose

  def appendOk(s: String): Unit = kept.synchronized { kept.append(s) }

  def ownOk(s: String): String = {
    val own = new StringBuilder
    own.append(s).append(s)
    own.toString
  }

  def main(args: Array[String]): Unit = {
    val threads = (1 to 2).map(n =>
      new Thread(() => {
        appendBad(n.toString)
        appendOk(n.toString)
        println(ownOk(n.toString))
      })
    )
    threads.foreach(_.start())
  }
}
