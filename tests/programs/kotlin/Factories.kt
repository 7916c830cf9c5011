// snarl: --main FactoriesKt
import kotlin.concurrent.thread

/** What a function of the library makes is another object at each call. */
class Lists {
    val first = mutableListOf(1)
    val second = mutableListOf(2)
    val names = mutableMapOf(1 to "one")
    val others = mutableMapOf(2 to "two")

    fun firstOk() {
        first.add(3)
        names[3] = "three"
    }

    fun secondOk() {
        second.add(4)
        others[4] = "four"
    }
}

class Shared {
    val all = mutableListOf(1)

    fun addBad() {
        all.add(2)  // expect: data-race container Shared.all
    }
}

fun main() {
    val lists = Lists()
    thread { lists.firstOk() }
    thread { lists.secondOk() }
    val shared = Shared()
    thread { shared.addBad() }
    shared.addBad()
}
