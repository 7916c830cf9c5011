// snarl: --main sc.tries.TrieMaps
package sc.tries

import scala.collection.concurrent.TrieMap
import scala.collection.mutable

class Visits { var n = 0 }

object TrieMaps {
  private val trie = TrieMap.empty[String, Int]
  private val plain = mutable.Map.empty[String, Int]
  private val buffer = mutable.ArrayBuffer.empty[Int]
  private val queue = mutable.Queue.empty[Int]
  private val visits = TrieMap.empty[String, Visits]

  def trieOk(k: String): Unit = {
    trie.put(k, 1)
    println(trie.getOrElse(k, 0))
  }

  def plainBad(k: String): Unit = plain(k) = 1 // expect: data-race sc.tries.TrieMaps$.plain

  def bufferBad(): Unit = buffer += 1 // expect: data-race sc.tries.TrieMaps$.buffer

  def queueOk(): Unit = queue.synchronized { queue.enqueue(1) }

  def visitsBad(k: String): Unit = visits.getOrElseUpdate(k, new Visits).n += 1  // expect: data-race sc.tries.Visits.n

  def main(args: Array[String]): Unit = {
    val body: Runnable = () => {
      trieOk("a")
      plainBad("a")
      bufferBad()
      queueOk()
      visitsBad("a")
    }
    val a = new Thread(body)
    val b = new Thread(body)
    a.start()
    b.start()
    a.join()
    b.join()
  }
}
