// snarl: --main inlined.InlinedFunctionsKt
package inlined

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlin.concurrent.thread

/** Functions that the compiler puts in the place of their calls are told where they are called. */
class Listeners {
    private val all = mutableListOf<(String) -> Unit>()
    private val cache = HashMap<String, Int>()

    @Synchronized
    fun add(listener: (String) -> Unit) {
        all += listener
    }

    fun fireBad(text: String) {
        all.forEach { it(text) }  // expect: data-race container inlined.Listeners.all
    }

    fun lengthBad(text: String): Int =
        cache.getOrPut(text) { text.length }  // expect: data-race container inlined.Listeners.cache

    @Synchronized
    fun fireOk(text: String) {
        all.forEach { it(text) }
    }
}

suspend fun boxedBad(): Int {
    var boxed = 0
    coroutineScope {
        launch(Dispatchers.Default) { boxed++ }  // expect: data-race inlined.InlinedFunctionsKt.boxed
        launch(Dispatchers.Default) { boxed++ }
    }
    return boxed
}

fun main() {
    val listeners = Listeners()
    repeat(2) {
        thread {
            listeners.add { println(it) }
            listeners.fireBad("a")
            listeners.fireOk("a")
            listeners.lengthBad("a")
        }
    }
    runBlocking { println(boxedBad()) }
}
