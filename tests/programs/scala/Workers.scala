// snarl: --main sc.workers.Workers
package sc.workers

import java.util.concurrent.{ConcurrentLinkedQueue, CountDownLatch, LinkedBlockingQueue}
import scala.jdk.CollectionConverters._

sealed trait Msg
case class Work(n: Int) extends Msg
case object Stop extends Msg

class Worker extends Thread {
  private val inbox = new LinkedBlockingQueue[Msg]
  private var sum = 0
  private var seen = 0

  def !(m: Msg): Unit = inbox.put(m)

  override def run(): Unit = {
    var going = true
    while (going) inbox.take() match {
      case Work(n) =>
        sum += n
        seen += 1  // expect: data-race sc.workers.Worker.seen
      case Stop => going = false
    }
  }

  def seenBad: Int = seen

  def resultOk(): Int = {
    join()
    sum
  }
}

class Gate {
  private val latch = new CountDownLatch(1)
  private var value = 0

  def openOk(): Unit = {
    value = 1
    latch.countDown()
  }

  def readOk(): Int = {
    latch.await()
    value
  }
}

object Workers {
  private val results = new ConcurrentLinkedQueue[Int]

  def main(args: Array[String]): Unit = {
    val w = new Worker
    w.start()
    (1 to 3).foreach(n => w ! Work(n))
    println(w.seenBad)
    w ! Stop
    println(w.resultOk())
    val gate = new Gate
    val t = new Thread(() => results.add(gate.readOk()))
    t.start()
    gate.openOk()
    t.join()
    println(results.asScala.sum)
  }
}
