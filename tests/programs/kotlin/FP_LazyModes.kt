// snarl: --main kt.modes.FP_LazyModesKt
package kt.modes

import kotlin.concurrent.thread

/**
 * What `lazy` makes depends on the mode that it is given, which is read as if it could be any: the value of a lazy
 * property that is published safely is told as one of `LazyThreadSafetyMode.NONE`.
 */
class Config(val name: String) {
    val table by lazy(LazyThreadSafetyMode.PUBLICATION) { mapOf("a" to name) }  // false alarm: data-race kt.modes.Config.table
}

fun main() {
    val config = Config("x")
    repeat(3) {
        thread { println(config.table) }
    }
}
