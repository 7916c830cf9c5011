// snarl: --main co.dispatchers.LimitedDispatchersKt
package co.dispatchers

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** What an object leaves to its own dispatcher, which runs one coroutine at a time, or two. */
@OptIn(ExperimentalCoroutinesApi::class)
class Journal {
    private val one = Dispatchers.Default.limitedParallelism(1)
    private val two = Dispatchers.IO.limitedParallelism(2)
    private val lines = mutableListOf<String>()
    private val others = mutableListOf<String>()
    private var bytes = 0
    private var moved = 0
    private var outside = 0

    suspend fun writeOk(line: String) = withContext(one) {
        lines.add(line)
        bytes += line.length
    }

    suspend fun sizeOk() = withContext(one) { lines.size + bytes }

    suspend fun writeBad(line: String) = withContext(two) {
        others.add(line)  // expect: data-race co.dispatchers.Journal.others
    }

    suspend fun movedBad() = withContext(one) {
        withContext(Dispatchers.IO) {
            moved++  // expect: data-race co.dispatchers.Journal.moved
        }
    }

    suspend fun outsideBad() {
        withContext(one) { outside++ }
        println(outside)  // expect: data-race co.dispatchers.Journal.outside
    }
}

fun main() = runBlocking {
    val journal = Journal()
    repeat(3) {
        launch(Dispatchers.Default) {
            journal.writeOk("x")
            println(journal.sizeOk())
            journal.writeBad("x")
            journal.movedBad()
            journal.outsideBad()
        }
    }
}
