// snarl: --main own.delegates.OwnDelegatesKt
package own.delegates

import kotlin.concurrent.thread
import kotlin.properties.Delegates
import kotlin.reflect.KProperty

/** Delegates of the program's own: what they do is told there, and not where they are used. */
class Locked<T>(private var value: T) {
    @Synchronized
    operator fun getValue(owner: Any?, property: KProperty<*>): T = value

    @Synchronized
    operator fun setValue(owner: Any?, property: KProperty<*>, to: T) {
        value = to
    }
}

class Loose<T>(private var value: T) {
    operator fun getValue(owner: Any?, property: KProperty<*>): T = value

    operator fun setValue(owner: Any?, property: KProperty<*>, to: T) {
        value = to  // expect: data-race own.delegates.Loose.value
    }
}

class Settings {
    var nameOk: String by Locked("a")
    var nameBad: String by Loose("a")
    var watchedBad: Int by Delegates.observable(0) { _, old, new -> println("$old $new") }  // expect: data-race own.delegates.Settings.watchedBad
}

fun main() {
    val settings = Settings()
    thread {
        settings.nameOk = "b"
        settings.nameBad = "b"
        settings.watchedBad = 1
    }
    println(settings.nameOk + settings.nameBad + settings.watchedBad)
}
