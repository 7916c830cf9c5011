// snarl: --main co.confined.ConfinedCoroutinesKt
package co.confined

import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import java.util.concurrent.Executors

class Engine {
    private val single = Executors.newSingleThreadExecutor().asCoroutineDispatcher()
    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default)
    private var confined = 0
    private var loose = 0
    private val jobs = ArrayList<Job>()

    fun submitOk() {
        jobs.add(scope.launch(single) { confined++ })
    }

    fun submitBad() {
        jobs.add(scope.launch { loose++ })  // expect: data-race co.confined.Engine.loose
    }

    suspend fun close() {
        jobs.joinAll()
        single.close()
    }
}

fun sequentialOk() = runBlocking {
    var local = 0
    repeat(3) { launch { local++ } }
    println(local)
}

class Moved { var count = 0 }

/** What is launched in the loop of one thread, and goes elsewhere. */
fun movedBad() = runBlocking {
    val moved = Moved()
    repeat(3) { launch { withContext(Dispatchers.Default) { moved.count++ } } }  // expect: data-race co.confined.Moved.count
}

fun main() = runBlocking {
    val engine = Engine()
    repeat(3) {
        engine.submitOk()
        engine.submitBad()
    }
    engine.close()
    sequentialOk()
    movedBad()
}
