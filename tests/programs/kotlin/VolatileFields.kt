// snarl: --main kt.fields.VolatileFieldsKt
package kt.fields

import kotlin.concurrent.thread

class Poller {
    @Volatile private var running = true
    private var stopped = false
    private var polls = 0
    private var result = 0
    @Volatile private var ready = false

    fun loopOk() {
        while (running) polls++
    }

    fun publishOk() {
        result = 42
        ready = true
    }

    fun readOk(): Int = if (ready) result else -1

    fun stop() {
        running = false
    }

    fun spinBad() {
        var n = 0
        while (!stopped && n < 1000) n++
    }

    fun stopBad() {
        stopped = true  // expect: data-race kt.fields.Poller.stopped (note)
    }
}

class Tally {
    @Volatile var words = 0
    var letters = 0
        @Synchronized get
        @Synchronized set

    var digits = 0
        private set

    @Synchronized
    fun addDigit() {
        digits++  // expect: data-race kt.fields.Tally.digits
    }
}

fun main() {
    val poller = Poller()
    val tally = Tally()
    val a = thread { poller.loopOk() }
    val b = thread { poller.spinBad() }
    val c = thread {
        poller.publishOk()
        tally.letters = 2
        tally.addDigit()
    }
    println(poller.readOk())
    println(tally.letters)
    println(tally.digits)
    poller.stop()
    poller.stopBad()
    listOf(a, b, c).forEach(Thread::join)
}
