// snarl: --main objects.ObjectsKt
package objects

import java.util.concurrent.ConcurrentHashMap
import kotlin.concurrent.thread

/** Singletons, companions, lazy values, data classes. A companion gets at private fields of its class
 * by methods that the compiler makes, whose line is that of the class. */
object Registry {
    val names = mutableListOf<String>()
    val known = ConcurrentHashMap<String, Int>()

    fun addBad(name: String) {
        names += name  // expect: data-race container objects.Registry.names
    }

    fun countOk(name: String) {
        known.merge(name, 1, Int::plus)
    }
}

data class Point(val x: Int, val y: Int)

class Shape {
    val sides by lazy { listOf(3, 4) }

    @Volatile
    var isDone = false
    var corner = Point(0, 0)

    fun moveBad() {
        corner = corner.copy(x = corner.x + 1)  // expect: data-race objects.Shape.corner
    }

    companion object {
        private var made = 0

        fun makeBad(): Shape {
            made++  // expect: data-race objects.Shape.made
            return Shape()
        }
    }
}

fun main() {
    val shape = Shape.makeBad()
    repeat(2) {
        thread {
            Registry.addBad("a")
            Registry.countOk("a")
            println(shape.sides)
            shape.isDone = true
            shape.moveBad()
            Shape.makeBad()
        }
    }
}
