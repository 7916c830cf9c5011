// snarl: --main locks.LocksKt
package locks

import java.util.concurrent.Executors
import java.util.concurrent.locks.ReentrantLock
import java.util.concurrent.locks.ReentrantReadWriteLock
import kotlin.concurrent.read
import kotlin.concurrent.withLock
import kotlin.concurrent.write

/** The lock functions of the standard library are inlined: what is left is try and finally. */
class Account {
    private val lock = ReentrantLock()
    private val both = ReentrantReadWriteLock()
    private var withLock = 0
    private var inBlock = 0
    private var annotated = 0
    private var readWrite = 0
    private var forgotten = 0

    fun withLockOk() = lock.withLock { withLock++ }

    fun inBlockOk() = synchronized(this) { inBlock++ }

    @Synchronized
    fun annotatedOk() {
        annotated++
    }

    fun writeOk() = both.write { readWrite++ }

    fun readOk() = both.read { readWrite }

    fun lockedBad() = lock.withLock { forgotten++ }

    fun unlockedBad() = forgotten  // expect: data-race locks.Account.forgotten
}

fun main() {
    val account = Account()
    val pool = Executors.newFixedThreadPool(4)
    repeat(4) {
        pool.submit {
            account.withLockOk()
            account.inBlockOk()
            account.annotatedOk()
            account.writeOk()
            println(account.readOk())
            account.lockedBad()
            println(account.unlockedBad())
        }
    }
    pool.shutdown()
}
