// snarl: --main handed.HandedOverKt
package handed

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import java.util.concurrent.LinkedBlockingQueue
import kotlin.concurrent.thread

val lists = LinkedBlockingQueue<MutableList<Int>>()
val maps = LinkedBlockingQueue<MutableMap<String, Int>>()
val sets = LinkedBlockingQueue<MutableSet<Int>>()
val kept = LinkedBlockingQueue<MutableList<String>>()

/** What the library's factories make is their caller's until he gives it away. */
fun giveOk() {
    val list = mutableListOf(1)
    list.add(2)
    lists.put(list)
    val map = mutableMapOf("a" to 1)
    map["b"] = 2
    maps.put(map)
    val set = mutableSetOf(1, 2)
    set.add(3)
    sets.put(set)
}

fun takeOk() {
    lists.take().add(3)
    maps.take()["c"] = 3
    sets.take().add(4)
}

fun giveBad() {
    val list = mutableListOf("a")
    kept.put(list)
    list.add("late")  // expect: data-race container handed.HandedOverKt.kept
}

fun takeBad() {
    kept.take().add("b")
}

suspend fun channelOk() = coroutineScope {
    val channel = Channel<MutableList<Int>>(10)
    launch(Dispatchers.Default) {
        repeat(5) {
            val list = mutableListOf(it)
            list.add(it)
            channel.send(list)
        }
        channel.close()
    }
    for (list in channel) list.add(1)
}

class Settings {
    val names by lazy { mutableListOf("a").apply { add("b") } }
}

fun main() {
    val settings = Settings()
    thread {
        giveOk()
        giveBad()
        println(settings.names.size)
    }
    thread {
        takeOk()
        takeBad()
        println(settings.names.size)
    }
    runBlocking { channelOk() }
}
