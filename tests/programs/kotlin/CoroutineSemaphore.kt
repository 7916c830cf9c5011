// snarl: --main co.semaphore.CoroutineSemaphoreKt
package co.semaphore

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.sync.withPermit

class Pool {
    private val one = Semaphore(1)
    private val three = Semaphore(3)
    private var used = 0
    private var busy = 0

    suspend fun useOk() = one.withPermit { used++ }

    suspend fun useBad() = three.withPermit { busy++ }  // expect: data-race co.semaphore.Pool.busy
}

class TwoMutexes {
    private val a = Mutex()
    private val b = Mutex()
    private var n = 0

    suspend fun oneBad() = a.withLock { n++ }  // expect: data-race co.semaphore.TwoMutexes.n

    suspend fun two() = b.withLock { n++ }
}

class Box { var value = 0 }

class Early { var value = 0 }

class Handshake {
    private val ready = CompletableDeferred<Unit>()
    private val box = Box()

    fun fillOk() {
        box.value = 3
        ready.complete(Unit)
    }

    private val early = Early()

    fun fillBad() {
        ready.complete(Unit)
        early.value = 3  // expect: data-race co.semaphore.Early.value
    }

    suspend fun readBad(): Int {
        ready.await()
        return early.value
    }

    suspend fun readOk(): Int {
        ready.await()
        return box.value
    }
}

fun main() = runBlocking {
    val pool = Pool()
    val two = TwoMutexes()
    val hand = Handshake()
    repeat(2) {
        launch(Dispatchers.Default) {
            pool.useOk()
            pool.useBad()
            two.oneBad()
            two.two()
        }
    }
    launch(Dispatchers.Default) { hand.fillOk() }
    val late = Handshake()
    launch(Dispatchers.Default) { late.fillBad() }
    launch(Dispatchers.Default) { println(late.readBad()) }
    launch(Dispatchers.Default) { println(hand.readOk()) }
    Unit
}
