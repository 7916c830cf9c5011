// snarl: --main sc.single.FP_SingleThreadContext
package sc.single

import java.util.concurrent.Executors
import scala.concurrent.{ExecutionContext, Future}

class Counters { var ofOne = 0; var ofTwo = 0 }

/** Tasks of a context with one thread run one after the other, those of one with two do not. */
object FP_SingleThreadContext {
  def main(args: Array[String]): Unit = {
    val counters = new Counters
    val one = ExecutionContext.fromExecutor(Executors.newSingleThreadExecutor())
    val two = ExecutionContext.fromExecutor(Executors.newFixedThreadPool(2))
    for (_ <- 1 to 3) {
      Future { counters.ofOne += 1 }(one) // false alarm: data-race sc.single.Counters.ofOne
      Future { counters.ofTwo += 1 }(two) // expect: data-race sc.single.Counters.ofTwo
    }
  }
}
