// snarl: --main borrowed.BorrowedKt
package borrowed

/** Pools in the library's own queues: what is taken off is its taker's, what is only looked at is not. */
class Buffer {
    val text = StringBuilder()
    var uses = 0
}

class Shared {
    var uses = 0
}

class Pool<T : Any>(private val make: () -> T) {
    private val free = ArrayDeque<T>()

    fun <R> lendOk(body: (T) -> R): R {
        val item = synchronized(free) { free.removeFirstOrNull() } ?: make()
        try {
            return body(item)
        } finally {
            synchronized(free) { free.addLast(item) }
        }
    }
}

class Kept {
    private val all = ArrayDeque(listOf(Shared()))

    fun lendBad(body: (Shared) -> Unit) {
        val item = synchronized(all) { all.first() }
        body(item)
    }
}

fun main() {
    val pool = Pool { Buffer() }
    val kept = Kept()
    val threads = List(2) {
        Thread {
            pool.lendOk {
                it.text.append(it.uses++)
                it.text.length
            }
            kept.lendBad { it.uses++ }  // expect: data-race borrowed.Shared.uses
        }
    }
    threads.forEach { it.start() }
    threads.forEach { it.join() }
}
