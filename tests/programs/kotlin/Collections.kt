// snarl: --main collections.CollectionsKt
package collections

import kotlin.concurrent.thread

/** Collections of Kotlin's own library, and those that are Java's under another name. */
class Waiting {
    private val queue = ArrayDeque<String>()
    private val guarded = ArrayDeque<String>()
    private val counts = mutableMapOf<String, Int>()

    fun addBad(name: String) {
        queue.addLast(name)  // expect: data-race container collections.Waiting.queue
    }

    fun nextBad(): String? = queue.removeFirstOrNull()  // expect: data-race container collections.Waiting.queue

    fun countBad(name: String) {
        counts[name] = 1  // expect: data-race container collections.Waiting.counts
    }

    fun addOk(name: String) = synchronized(guarded) {
        guarded.addLast(name)
    }

    fun nextOk(): String? = synchronized(guarded) {
        guarded.removeFirstOrNull()
    }
}

fun main() {
    val waiting = Waiting()
    val mine = ArrayDeque<String>()
    val readOk = ArrayDeque(listOf("a", "b"))
    repeat(2) {
        thread {
            waiting.addBad("a")
            waiting.nextBad()
            waiting.countBad("a")
            waiting.addOk("b")
            waiting.nextOk()
            println(readOk.size)
            val own = ArrayDeque<String>()
            own.addLast("c")
        }
    }
    mine.addLast("d")
}
