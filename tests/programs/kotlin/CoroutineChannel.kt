// snarl: --main co.channel.CoroutineChannelKt
package co.channel

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class Parcel { var text = "" }
class Dropped { var text = "" }

suspend fun handOverOk(channel: Channel<Parcel>) {
    for (i in 1..3) {
        val p = Parcel()
        p.text = "parcel $i"
        channel.send(p)
    }
    channel.close()
}

suspend fun keptBad(channel: Channel<Dropped>) {
    val d = Dropped()
    channel.send(d)
    d.text = "late"  // expect: data-race co.channel.Dropped.text
    channel.close()
}

class Worker(private val inbox: Channel<Int>) {
    private var sum = 0

    suspend fun runOk() {
        for (n in inbox) sum += n
        println(sum)
    }
}

fun main() = runBlocking {
    val parcels = Channel<Parcel>()
    val dropped = Channel<Dropped>(4)
    val inbox = Channel<Int>(4)
    launch(Dispatchers.Default) { handOverOk(parcels) }
    launch(Dispatchers.Default) { for (p in parcels) p.text += "!" }
    launch(Dispatchers.Default) { keptBad(dropped) }
    launch(Dispatchers.Default) { for (d in dropped) println(d.text) }
    launch(Dispatchers.Default) { Worker(inbox).runOk() }
    launch(Dispatchers.Default) {
        inbox.send(1)
        inbox.close()
    }
    Unit
}
