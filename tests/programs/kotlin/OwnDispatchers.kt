// snarl: --main co.own.OwnDispatchersKt
package co.own

import kotlinx.coroutines.DelicateCoroutinesApi
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.newFixedThreadPoolContext
import kotlinx.coroutines.newSingleThreadContext
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

/** What is left to a board's own thread by coroutines of its functions, or to another board's. */
@OptIn(DelicateCoroutinesApi::class)
class Board {
    private val one = newSingleThreadContext("one")
    private val two = newFixedThreadPoolContext(2, "two")
    private var count = 0
    private var borrowed = 0
    private val names = mutableListOf<String>()
    private val others = mutableListOf<String>()

    suspend fun addOk(name: String) = withContext(one) {
        count++
        names += name
    }

    suspend fun askOk(): Int = coroutineScope {
        val sum = async(one) { count }
        val size = async(one) { names.size }
        sum.await() + size.await()
    }

    suspend fun tellBad(name: String) = coroutineScope {
        launch(two) { others += name }  // expect: data-race co.own.Board.others
    }

    suspend fun lendBad(to: Board) = coroutineScope {
        launch(to.one) { borrowed++ }  // expect: data-race co.own.Board.borrowed
    }
}

fun main() = runBlocking {
    val board = Board()
    repeat(3) {
        launch(Dispatchers.Default) {
            board.addOk("x")
            println(board.askOk())
            board.tellBad("x")
            board.lendBad(Board())
        }
    }
}
