// snarl: --main bank.Bank
package bank

import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger

/** Fields are behind methods, whose line is that of the field; `synchronized` is a method with a
 * block; objects are singletons.
 */
class Account(private var balance: Int) {
  private var notes = List.empty[String]
  val hits = new AtomicInteger

  def depositOk(amount: Int): Unit = synchronized {
    balance += amount
  }

  def balanceOk: Int = synchronized(balance)

  def noteBad(text: String): Unit = {
    notes = text :: notes  // expect: data-race bank.Account.notes
  }
}

object Bank {
  private var total = 0
  private var opened = 0

  def takeBad(): Unit = total -= 1  // expect: data-race bank.Bank$.total

  def main(arguments: Array[String]): Unit = {
    val account = new Account(1)
    val pool = Executors.newFixedThreadPool(2)
    for (_ <- 1 to 2) {
      pool.submit(new Runnable {
        override def run(): Unit = {
          account.depositOk(2)
          println(account.balanceOk)
          account.noteBad("in")
          account.hits.incrementAndGet()
        }
      })
    }
    pool.shutdown()
    val teller = new Thread(() => opened += 1)
    teller.start()
    teller.join()
    println(opened)
    val thief = new Thread(() => takeBad())
    thief.start()
    println(total)
  }
}
