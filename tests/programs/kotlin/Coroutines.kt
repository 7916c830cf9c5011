// snarl: --main coroutines.CoroutinesKt
package coroutines

import kotlin.concurrent.thread
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.resume
import kotlin.coroutines.startCoroutine
import kotlin.coroutines.suspendCoroutine

/** A coroutine is one sequence, whichever thread resumes it; what it shares with others is not. */
class Work {
    var seen = 0

    private suspend fun pause(): Int = suspendCoroutine { rest -> thread { rest.resume(1) } }

    suspend fun sumOk(count: Int): Int {
        var sum = 0
        for (i in 1..count) {
            sum += pause() + i
        }
        return sum
    }

    fun countBad() {
        seen++  // expect: data-race coroutines.Work.seen
    }
}

fun main(args: Array<String>) {
    val shared = Work()
    val block: suspend () -> Unit = { shared.sumOk(args.size) }
    block.startCoroutine(Continuation(EmptyCoroutineContext) { })
    thread { shared.countBad() }
    thread { shared.countBad() }
}
