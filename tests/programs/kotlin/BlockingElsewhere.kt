// snarl: --main co.blocking.BlockingElsewhereKt
package co.blocking

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.util.concurrent.Executors

/** What is launched in `runBlocking` runs where its context says, and in the waiting thread without one. */
class Counts {
    var here = 0
    var single = 0
    var loose = 0
}

fun hereOk(c: Counts) = runBlocking {
    repeat(3) { launch { c.here++ } }
}

fun singleOk(c: Counts) {
    val one = Executors.newSingleThreadExecutor().asCoroutineDispatcher()
    runBlocking(one) {
        repeat(3) { launch { c.single++ } }
    }
    one.close()
}

fun elsewhereBad(c: Counts) = runBlocking(Dispatchers.Default) {
    repeat(3) { launch { c.loose++ } }  // expect: data-race co.blocking.Counts.loose
}

fun main() {
    val c = Counts()
    hereOk(c)
    singleOk(c)
    elsewhereBad(c)
    println(c.here + c.single + c.loose)
}
