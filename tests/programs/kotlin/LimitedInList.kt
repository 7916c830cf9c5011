// snarl: --main co.limited.LimitedInListKt
package co.limited

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.ExperimentalCoroutinesApi
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

class State {
    var ofOne = 0
    var ofTwo = 0
}

/** A dispatcher of one thread at a time runs what a list of jobs does in turn, one of two does not. */
@OptIn(ExperimentalCoroutinesApi::class)
fun main() = runBlocking {
    val state = State()
    val one = Dispatchers.Default.limitedParallelism(1)
    val two = Dispatchers.Default.limitedParallelism(2)
    val inTurn = List(3) { launch(one) { state.ofOne++ } }
    val atOnce = List(3) { launch(two) { state.ofTwo++ } }  // expect: data-race co.limited.State.ofTwo
    inTurn.joinAll()
    atOnce.joinAll()
}
