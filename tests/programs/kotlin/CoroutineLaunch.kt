// snarl: --main co.launch.CoroutineLaunchKt
package co.launch

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import java.util.concurrent.atomic.AtomicInteger

class Counters {
    var plain = 0
    val atomic = AtomicInteger()
    var joined = 0
    var scoped = 0
    var confined = 0
    var early = 0
    var outlived = 0
}

suspend fun manyBad(c: Counters) = coroutineScope {
    repeat(100) {
        launch(Dispatchers.Default) {
            c.plain++  // expect: data-race co.launch.Counters.plain
            c.atomic.incrementAndGet()
        }
    }
}

suspend fun joinOk(c: Counters) = coroutineScope {
    c.joined = 1
    val job = launch(Dispatchers.Default) { c.joined = 2 }
    job.join()
    c.joined = 3
}

suspend fun scopeOk(c: Counters) {
    coroutineScope {
        launch(Dispatchers.Default) { c.scoped = 2 }
    }
    println(c.scoped)
}

suspend fun contextOk(c: Counters) {
    withContext(Dispatchers.Default) { c.confined = 1 }
    withContext(Dispatchers.IO) { c.confined++ }
    println(c.confined)
}

suspend fun notJoinedBad(c: Counters) = coroutineScope {
    val job = launch(Dispatchers.Default) { c.early = 2 }  // expect: data-race co.launch.Counters.early
    println(c.early)
    joinAll(job)
}

/** The scope waits for what is launched in it, and not for what is launched elsewhere. */
suspend fun elsewhereBad(c: Counters): Job {
    var job: Job? = null
    coroutineScope {
        job = CoroutineScope(Dispatchers.Default).launch { c.outlived = 2 }  // expect: data-race co.launch.Counters.outlived
    }
    println(c.outlived)
    return job!!
}

fun main() = runBlocking {
    val c = Counters()
    manyBad(c)
    joinOk(c)
    scopeOk(c)
    contextOk(c)
    notJoinedBad(c)
    elsewhereBad(c).join()
    println(c.plain)
}
