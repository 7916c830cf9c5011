// snarl: --main kt.lazy.LazyAndObjectsKt
package kt.lazy

import kotlin.concurrent.thread

class Config(val name: String) {
    var loads = 0
}

object Registry {
    private val entries = HashMap<String, String>()
    private val guarded = HashMap<String, String>()

    fun registerBad(k: String) {
        entries[k] = k  // expect: data-race kt.lazy.Registry.entries
    }

    @Synchronized
    fun registerOk(k: String) {
        guarded[k] = k
    }
}

class Service {
    val config by lazy { Config("x").apply { loads = 1 } }
    val unsafe by lazy(LazyThreadSafetyMode.NONE) { Config("y") }  // expect: data-race kt.lazy.Service.unsafe
    private var cached: Config? = null

    fun cachedBad(): Config {
        if (cached == null) cached = Config("z")  // expect: data-race kt.lazy.Service.cached
        return cached!!
    }

    companion object {
        private var instances = 0
        @Volatile private var last: Service? = null
        private val lock = Any()
        private var counted = 0

        fun createBad(): Service {
            instances++  // expect: data-race kt.lazy.Service.instances
            return Service().also { last = it }
        }

        fun countOk() = synchronized(lock) { ++counted }

        fun lastOk(): Service = last ?: synchronized(this) { last ?: Service().also { last = it } }
    }
}

fun main() {
    val service = Service()
    val threads = (1..2).map {
        thread {
            Registry.registerBad("a")
            Registry.registerOk("a")
            println(service.config.loads)
            println(service.unsafe.name)
            println(service.cachedBad().name)
            Service.createBad()
            Service.countOk()
            Service.lastOk()
        }
    }
    threads.forEach { it.join() }
}
