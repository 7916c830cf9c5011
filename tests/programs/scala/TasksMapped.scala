// snarl: --main sc.tasks.TasksMapped
package sc.tasks

import java.util.concurrent.{Callable, Executors}

/** Tasks that one call of `map` makes and another one gives to a pool, each once; or some twice. */
class Once(val id: Int) extends Callable[Int] {
  private var steps = 0
  def call(): Int = { steps += 1; id * steps }
}

class Twice(val id: Int) extends Callable[Int] {
  private var steps = 0
  def call(): Int = { steps += 1; id * steps }  // expect: data-race sc.tasks.Twice.steps
}

object TasksMapped {
  def main(args: Array[String]): Unit = {
    val pool = Executors.newFixedThreadPool(2)
    val once = (1 to 4).map(new Once(_))
    println(once.map(it => pool.submit(it)).map(_.get).sum)
    val twice = (1 to 4).map(new Twice(_))
    twice.foreach(it => pool.submit(it))
    twice.foreach(it => pool.submit(it))
    pool.shutdown()
  }
}
