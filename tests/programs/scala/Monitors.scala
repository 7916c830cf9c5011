// snarl: --main sc.monitors.Monitors
package sc.monitors

import java.util.concurrent.locks.ReentrantLock

trait Locking {
  private val lock = new ReentrantLock

  def locked[T](body: => T): T = {
    lock.lock()
    try body
    finally lock.unlock()
  }
}

class Account extends Locking {
  private var balance = 0
  private var fees = 0
  private var views = 0

  def depositOk(n: Int): Unit = locked { balance += n }

  def balanceOk: Int = locked(balance)

  def feeBad(): Unit = fees += 1  // expect: data-race sc.monitors.Account.fees

  def viewsBad: Int = {
    locked { views += 1 }  // expect: data-race sc.monitors.Account.views
    views
  }
}

class Buffer[T] {
  private var items = List.empty[T]

  def putOk(t: T): Unit = synchronized {
    items = items :+ t  // expect: data-race sc.monitors.Buffer.items
    notifyAll()
  }

  def takeOk(): T = synchronized {
    while (items.isEmpty) wait()
    val head = items.head
    items = items.tail
    head
  }

  def isEmptyBad: Boolean = items.isEmpty
}

object Monitors {
  def main(args: Array[String]): Unit = {
    val account = new Account
    val buffer = new Buffer[String]
    def work(): Unit = {
      account.depositOk(1)
      println(account.balanceOk)
      account.feeBad()
      println(account.viewsBad)
      buffer.putOk("x")
      println(buffer.takeOk())
      println(buffer.isEmptyBad)
    }
    val ts = List.fill(2)(new Thread(() => work()))
    ts.foreach(_.start())
    ts.foreach(_.join())
  }
}
