/**
 * The driver of the conformance suite (clients/conformance/README.md): plays by a fixed policy and says
 * what it saw. All that the suite tests is done by the client library; here it is only put into words.
 */
package gemwright.conformance

import com.google.gson.JsonObject
import gemwright.client.CallException
import gemwright.client.Client
import gemwright.client.InboxMessage
import gemwright.client.MatchHandle
import gemwright.client.StaleVersionException
import gemwright.client.WatchMessage
import gemwright.v1.Action
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.takeWhile
import kotlinx.coroutines.runBlocking
import kotlin.system.exitProcess

/** Do what the first line of standard input says. */
fun main() {
    val suite = Suite()
    runBlocking {
        val task = suite.hear()
        var token: String? = task["token"].asString
        val client = Client(task["grpc"].asString, { token?.also { token = null } ?: suite.askForToken() })
        client.use { Driver(task, it, suite).run() }
    }
    exitProcess(0) // though somebody still listens to standard input
}

private class Driver(private val task: JsonObject, private val client: Client, private val suite: Suite) {
    private var applied = 0
    private var hasResigned = false

    suspend fun run() = when (val wanted = task["do"].asString) {
        "play" -> play()
        "submit" -> submit()
        "inbox" -> inbox()
        else -> error("nothing is known of: $wanted")
    }

    private fun match(): MatchHandle = client.match(task["match"].asString, task["seat"].asInt)

    private suspend fun play() {
        val match = match()
        try {
            match.watch().takeWhile { goesOnAfter(it, match) }.collect()
        } catch (error: CallException) {
            suite.sayRefused("WatchMatch", error)
        }
    }

    private suspend fun goesOnAfter(message: WatchMessage, match: MatchHandle): Boolean {
        when (message) {
            is WatchMessage.Snapshot -> {
                suite.saySnapshot(message.match)
                return act(match, message.legalActions, message.match.version)
            }
            is WatchMessage.Updated -> {
                suite.sayUpdate(message.update)
                return act(match, message.legalActions, message.update.version)
            }
            is WatchMessage.Reset -> suite.sayReset(message.reset)
            is WatchMessage.Revealed -> suite.sayOver(match.get().match)
            is WatchMessage.ClocksChanged -> Unit
        }
        return true
    }

    /** Submit the first of the actions, and resign after enough of them; false to end. */
    private suspend fun act(match: MatchHandle, legal: List<Action>, version: Int): Boolean {
        if (legal.isEmpty() || hasResigned) return true
        if (!said("SubmitAction") { match.act(legal.first(), version) }) return false
        if (applied < task["moves"].asInt) return true
        hasResigned = true
        return said("Resign") { match.resign() }
    }

    /** Make a call and say what came of it; false where it was refused for good. */
    private suspend fun said(call: String, make: suspend () -> gemwright.v1.Update): Boolean =
        try {
            suite.sayApplied(make())
            applied += 1
            true
        } catch (error: CallException) {
            suite.sayRefused(call, error)
            error is StaleVersionException
        }

    private suspend fun submit() {
        val match = match()
        repeat(task["times"].asInt) {
            val seen = match.get()
            said("SubmitAction") { match.act(seen.legalActionsList.first(), seen.match.version) }
        }
    }

    private suspend fun inbox() {
        val versions = sortedMapOf<String, Int>()
        var isComplete = false
        client.inbox.watch().collect { message ->
            when (message) {
                is InboxMessage.Entry -> {
                    val before = versions.put(message.entry.match, message.entry.version)
                    if (isComplete && before != message.entry.version) suite.sayInbox(versions)
                }
                is InboxMessage.Complete -> {
                    isComplete = true
                    suite.sayInbox(versions)
                }
                is InboxMessage.Reset -> {
                    isComplete = false
                    versions.clear()
                    suite.sayReset(message.reset)
                }
            }
        }
    }
}
