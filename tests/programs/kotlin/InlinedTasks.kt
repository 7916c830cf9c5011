// snarl: --main inlined.tasks.InlinedTasksKt
package inlined.tasks

import kotlin.concurrent.fixedRateTimer
import kotlin.concurrent.timer

/** Tasks of timers are copies of a class of the library: the lines are those of their bodies. */
class Clock {
    var ticks = 0
    var total = 0
}

fun main() {
    val clock = Clock()
    fixedRateTimer("up", period = 10) {
        clock.ticks++  // expect: data-race inlined.tasks.Clock.ticks
    }
    timer("down", period = 10) {
        listOf(1, 2).forEach { step ->
            clock.ticks -= step
            clock.total += step
        }
    }
}
