// snarl: --main co.async.CoroutineAsyncKt
package co.async

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.runBlocking

class Part(var sum: Int)
class Shared { var hits = 0 }

suspend fun sumOk(): Int = coroutineScope {
    val a = async(Dispatchers.Default) { Part(0).also { it.sum = 1 } }
    val b = async(Dispatchers.Default) { Part(0).also { it.sum = 2 } }
    val x = a.await()
    val y = b.await()
    x.sum += y.sum
    x.sum
}

suspend fun sharedBad(shared: Shared) = coroutineScope {
    val all = (1..4).map { async(Dispatchers.Default) { shared.hits++ } }  // expect: data-race co.async.Shared.hits
    println(all.awaitAll().sum())
}

val found = ArrayList<Int>()

suspend fun collectBad() = coroutineScope {
    (1..4).map { async(Dispatchers.IO) { found.add(it) } }.awaitAll()  // expect: data-race co.async.CoroutineAsyncKt.found
}

suspend fun collectOk(): List<Int> = coroutineScope {
    val good = ArrayList<Int>()
    val parts = (1..4).map { async(Dispatchers.IO) { it * it } }
    for (p in parts) good.add(p.await())
    good
}

fun main() = runBlocking {
    println(sumOk())
    sharedBad(Shared())
    collectBad()
    println(collectOk())
}
