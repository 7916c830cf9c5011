// snarl: --main kt.captured.CapturedVarsKt
package kt.captured

import java.util.Collections
import java.util.concurrent.ConcurrentHashMap
import java.util.concurrent.CountDownLatch
import java.util.concurrent.Executors
import kotlin.concurrent.thread

fun countBad(): Int {
    var count = 0
    val threads = List(2) { thread { count++ } }  // expect: data-race kt.captured.CapturedVarsKt.count
    threads.forEach { it.join() }
    return count
}

fun resultOk(): String {
    var result = ""
    val t = thread { result = "done" }
    t.join()
    return result
}

fun latchOk(): List<Int> {
    val latch = CountDownLatch(2)
    val all = Collections.synchronizedList(mutableListOf<Int>())
    repeat(2) {
        thread {
            all.add(it)
            latch.countDown()
        }
    }
    latch.await()
    return all.toList()
}

class Person(var name: String)

val people = ConcurrentHashMap<Int, Person>()

fun renameBad() {
    people.getOrPut(1) { Person("a") }.name = "b"  // expect: data-race kt.captured.Person.name
}

fun executorOk() {
    val pool = Executors.newFixedThreadPool(2)
    val futures = (1..3).map { n -> pool.submit<Int> { n * n } }
    var sum = 0
    for (f in futures) sum += f.get()
    pool.shutdown()
    println(sum)
}

fun main() {
    println(countBad())
    println(resultOk())
    println(latchOk())
    val t = thread { renameBad() }
    renameBad()
    t.join()
    executorOk()
}
