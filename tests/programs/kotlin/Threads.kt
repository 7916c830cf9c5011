// snarl: --main threads.ThreadsKt
package threads

import kotlin.concurrent.thread

/** `thread { … }`: started at once, joined by what it gives. */
class Counter {
    var hits = 0
    var seen = 0

    fun hitBad() {
        hits++  // expect: data-race threads.Counter.hits
    }

    fun seeOk() {
        seen++
    }
}

var result = 0

fun main() {
    val counter = Counter()
    thread { counter.hitBad() }
    thread { counter.hitBad() }
    val worker = thread { result = 42 }
    worker.join()
    println(result)
    val first = thread { counter.seeOk() }
    first.join()
    val second = thread { counter.seeOk() }
    second.join()
    println(counter.seen)
    var ok = 0
    val adder = thread { ok++ }
    adder.join()
    var bad = 0
    thread { bad++ }  // expect: data-race threads.ThreadsKt.bad
    println(ok + bad)
}
