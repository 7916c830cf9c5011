import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.atomic.AtomicInteger
import kotlin.concurrent.thread
import kotlin.properties.Delegates
import kotlinx.coroutines.CoroutineExceptionHandler
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.channels.produce
import kotlinx.coroutines.coroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.buffer
import kotlinx.coroutines.flow.catch
import kotlinx.coroutines.flow.filter
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.toList
import kotlinx.coroutines.joinAll
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.supervisorScope
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull

/** Kotlin: data and sealed classes, collections, sequences, delegates, coroutines, flows. */
fun main() {
    shapes()
    collections()
    sequences()
    delegates()
    threads()
    runBlocking {
        coroutines()
        channels()
        flows()
        failures()
    }
}

sealed interface Shape {
    val area: Double
}

data class Circle(val radius: Double) : Shape {
    override val area get() = 3 * radius * radius
}

data class Box(val width: Double, val height: Double = width) : Shape {
    override val area get() = width * height
    operator fun plus(other: Box) = Box(width + other.width, maxOf(height, other.height))
}

data object Nothing2 : Shape {
    override val area = 0.0
}

enum class Colour(val code: Int) {
    RED(1) { override fun mix(other: Colour) = other },
    BLUE(2) { override fun mix(other: Colour) = this };

    abstract fun mix(other: Colour): Colour
}

@JvmInline
value class Metres(val value: Double)

fun describe(shape: Shape): String = when (shape) {
    is Circle -> "circle ${shape.radius}"
    is Box -> shape.let { (w, h) -> "box $w by $h" }
    Nothing2 -> "nothing"
}

fun shapes() {
    val shapes = listOf(Circle(1.0), Box(2.0), Box(1.0, 4.0) + Box(1.0), Nothing2)
    for (shape in shapes) println("${describe(shape)}: ${shape.area}")
    println(shapes.sumOf { it.area } to shapes.filterIsInstance<Box>().map(Box::copyWider))
    println(Colour.entries.map { it.mix(Colour.RED) } + Colour.valueOf("BLUE"))
    println(Metres(2.0))
    println(runCatching { Colour.valueOf("GREEN") }.isFailure)
}

fun Box.copyWider() = copy(width = width * 2)

fun collections() {
    val words = "the quick brown fox jumps over the lazy dog".split(' ')
    println(words.groupBy { it.length }.mapValues { (_, list) -> list.sorted() }.toSortedMap())
    println(words.associateWith(String::length).filterValues { it > 4 }.entries.joinToString())
    println(words.zip(words.drop(1)).fold(0) { sum, (a, b) -> sum + a.compareTo(b) })
    println(words.windowed(3, 2).map { it.last() } + words.chunked(4) { it.size.toString() })
    println(words.partition { 'o' in it }.second.sortedWith(compareBy<String> { it.length }.thenByDescending { it }))
    println(words.distinct().maxByOrNull { it.count { c -> c in "aeiou" } })
    val map = buildMap { words.forEachIndexed { i, w -> merge(w, i, Int::plus) } }
    println(map.getValue("the") + map.getOrDefault("cat", -1))
    println((1..10 step 3).reversed().toList() + ('a'..'e').map { it.code })
    val deque = ArrayDeque(listOf(1, 2, 3)).apply { addFirst(0); removeLast() }
    println(deque + setOf(1, 2).union(listOf(2, 3)) + arrayOf(9, 8).toList())
    println(Regex("(\\w)(\\w*)").replace("ab cd") { it.groupValues[2] + it.groupValues[1] })
}

fun sequences() {
    println(generateSequence(1) { it * 2 }.takeWhile { it < 100 }.filter { it % 3 != 0 }.toList())
    val fibonacci = sequence {
        var pair = 0 to 1
        while (true) {
            yield(pair.first)
            pair = pair.second to pair.first + pair.second
        }
    }
    println(fibonacci.drop(5).map { it.toString() }.take(6).joinToString("|"))
    println(listOf(3, 1, 2).asSequence().sortedDescending().flatMap { n -> (0 until n).asSequence() }.toSet())
}

class Settings(private val map: MutableMap<String, Any?>) {
    var name: String by map
    val lazyText by lazy { "lazy $name" }
    var watched: Int by Delegates.observable(0) { _, old, new -> println("$old to $new") }
    var short: Int by Delegates.vetoable(1) { _, _, new -> new < 10 }
}

interface Greeter { fun greet(): String }

class Polite(private val name: String) : Greeter { override fun greet() = "dear $name" }

class Shouting(inner: Greeter) : Greeter by inner {
    private val inner2 = inner
    override fun greet() = inner2.greet().uppercase()
}

fun delegates() {
    val settings = Settings(mutableMapOf("name" to "a"))
    settings.name = "b"
    settings.watched = 4
    settings.short = 40
    println(settings.lazyText + settings.short + Shouting(Polite("all")).greet())
    val compose = { f: (Int) -> Int, g: (Int) -> Int -> { x: Int -> g(f(x)) } }
    println(compose(Int::inc) { it * 10 }(4))
}

fun threads() {
    val counts = ConcurrentHashMap<Int, AtomicInteger>()
    val threads = List(3) { n ->
        thread(name = "t$n") { repeat(20) { counts.computeIfAbsent(it % 4) { AtomicInteger() }.incrementAndGet() } }
    }
    threads.forEach(Thread::join)
    println(counts.toSortedMap())
    println(synchronized(counts) { counts.values.sumOf { it.get() } })
}

suspend fun coroutines() = coroutineScope {
    val mutex = Mutex()
    var sum = 0
    List(10) { n ->
        launch(Dispatchers.Default) {
            delay(1)
            mutex.withLock { sum += n }
        }
    }.joinAll()
    val squares = (1..5).map { n -> async { square(n) } }.awaitAll()
    println("$sum $squares ${withContext(Dispatchers.IO) { "io" }}")
    println(withTimeoutOrNull(20) { delay(10_000); "never" })
}

suspend fun square(n: Int): Int {
    delay(1)
    return n * n
}

suspend fun channels() = coroutineScope {
    val numbers = produce(capacity = 2) { for (n in 1..5) send(n) }
    var total = 0
    for (n in numbers) total += n
    val back = Channel<String>()
    launch { back.send("sent") }
    println("$total ${back.receive()}")
}

fun numbers(): Flow<Int> = flow {
    for (n in 1..6) {
        if (n == 4) delay(1)
        emit(n)
    }
}

suspend fun flows() {
    println(numbers().filter { it % 2 == 0 }.map { square(it) }.flowOn(Dispatchers.Default).buffer().toList())
    println(numbers().map { check(it < 3) { "too much" }; it }.catch { emit(-1) }.toList())
}

suspend fun failures() {
    val handler = CoroutineExceptionHandler { _, problem -> println("handled ${problem.message}") }
    supervisorScope {
        launch(handler) { error("in a child") }.join()
        println(runCatching { async { error("in async") }.await() }.exceptionOrNull()?.message)
    }
}
