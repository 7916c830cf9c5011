// snarl: --main co.flows.CoroutineFlowsKt
package co.flows

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.asStateFlow
import kotlinx.coroutines.flow.update
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking

data class UiState(val count: Int = 0, val items: List<String> = emptyList())

class ViewModel {
    private val _state = MutableStateFlow(UiState())
    val state = _state.asStateFlow()

    fun addOk(item: String) {
        _state.update { it.copy(count = it.count + 1, items = it.items + item) }
    }
}

class OldViewModel {
    private var state = UiState()
    private val items = mutableListOf<String>()

    fun addBad(item: String) {
        items += item  // expect: data-race co.flows.OldViewModel.items
        state = state.copy(count = items.size)  // expect: data-race co.flows.OldViewModel.state
    }
}

fun main() = runBlocking {
    val vm = ViewModel()
    val old = OldViewModel()
    repeat(3) {
        launch(Dispatchers.Default) {
            vm.addOk("x")
            old.addBad("x")
        }
    }
    println(vm.state.value)
}
