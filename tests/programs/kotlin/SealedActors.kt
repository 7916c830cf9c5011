// snarl: --main co.actors.SealedActorsKt
package co.actors

import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

sealed interface Msg
data class Add(val n: Int) : Msg
data class Get(val reply: CompletableDeferred<Int>) : Msg

class CounterActor(scope: CoroutineScope) {
    private val mailbox = Channel<Msg>(Channel.UNLIMITED)
    private var total = 0
    private var received = 0
    private val job = scope.launch(Dispatchers.Default) {
        for (msg in mailbox) {
            received++  // expect: data-race co.actors.CounterActor.received
            when (msg) {
                is Add -> total += msg.n
                is Get -> msg.reply.complete(total)
            }
        }
    }

    suspend fun addOk(n: Int) = mailbox.send(Add(n))

    suspend fun getOk(): Int {
        val reply = CompletableDeferred<Int>()
        mailbox.send(Get(reply))
        return reply.await()
    }

    fun receivedBad() = received

    fun close() = mailbox.close()
}

fun main() = runBlocking {
    val actor = CounterActor(this)
    coroutineScope {
        repeat(3) { launch(Dispatchers.Default) { actor.addOk(it) } }
    }
    println(actor.getOk())
    println(actor.receivedBad())
    actor.close()
    Unit
}
