// snarl: --main co.mutex.CoroutineMutexKt
package co.mutex

import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.delay
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock

class Account {
    private val mutex = Mutex()
    private var balance = 0
    private var audits = 0
    private var tried = 0
    private val log = mutableListOf<String>()

    suspend fun depositOk(n: Int) {
        mutex.withLock {
            balance += n
            log.add("deposit $n")
        }
    }

    suspend fun slowOk(n: Int) = mutex.withLock {
        delay(1)
        balance += n
        delay(1)
        balance
    }

    suspend fun lockUnlockOk() {
        mutex.lock()
        try {
            balance--
        } finally {
            mutex.unlock()
        }
    }

    fun tryOk() {
        if (mutex.tryLock()) {
            try {
                balance++
            } finally {
                mutex.unlock()
            }
        }
    }

    fun auditBad() {
        audits++  // expect: data-race co.mutex.Account.audits
    }

    suspend fun unlockedTooEarlyBad() {
        mutex.lock()
        mutex.unlock()
        tried++  // expect: data-race co.mutex.Account.tried
    }
}

fun main() = runBlocking {
    val account = Account()
    repeat(10) {
        launch(Dispatchers.Default) {
            account.depositOk(1)
            account.slowOk(2)
            account.lockUnlockOk()
            account.tryOk()
            account.auditBad()
            account.unlockedTooEarlyBad()
        }
    }
}
