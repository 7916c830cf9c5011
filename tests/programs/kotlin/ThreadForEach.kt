// snarl: --main foreach.ThreadForEachKt
package foreach

import kotlin.concurrent.thread

/** A thread for each element of a list has that element for itself; a variable is of all of them. */
class Cell {
    var value = 0

    fun fillOk() {
        value++
    }
}

fun main() {
    val cells = List(3) { Cell() }
    var count = 0
    val threads = cells.map { each ->
        thread {
            each.fillOk()
            count++  // expect: data-race foreach.ThreadForEachKt.count
        }
    }
    threads.forEach { it.join() }
    println(cells.sumOf { it.value } + count)
}
