package gemwright.conformance

import com.google.gson.JsonArray
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import gemwright.client.ActionRefusedException
import gemwright.client.CallException
import gemwright.client.StaleVersionException
import gemwright.v1.Event
import gemwright.v1.DuelEvent
import gemwright.v1.InboxReset
import gemwright.v1.Match
import gemwright.v1.Refusal
import gemwright.v1.Reset
import gemwright.v1.SplendorEvent
import gemwright.v1.Update
import kotlinx.coroutines.channels.Channel
import kotlin.concurrent.thread
import kotlin.system.exitProcess

/** What generated code calls a value that has no name for it. */
private const val UNRECOGNIZED = "UNRECOGNIZED"

/** The suite at the other end of standard input and output. */
class Suite {
    private val heard = Channel<JsonObject>(Channel.UNLIMITED)

    init {
        thread(isDaemon = true) {
            while (true) {
                val line = readlnOrNull() ?: exitProcess(0)
                heard.trySend(JsonParser.parseString(line).asJsonObject)
            }
        }
    }

    /** The next line of the suite's. */
    suspend fun hear(): JsonObject = heard.receive()

    /** Another credential than the one that has expired. */
    suspend fun askForToken(): String {
        write(JsonObject().apply { addProperty("ask", "token") })
        return hear()["token"].asString
    }

    fun saySnapshot(match: Match): Unit = say("snapshot") {
        addProperty("version", match.version)
        addProperty("commit", match.commitId)
    }

    fun sayUpdate(update: Update): Unit = say("update") {
        addProperty("version", update.version)
        addProperty("commit", update.commitId)
        addProperty("unknown_events", update.eventsList.count(::isUnknown))
    }

    fun sayReset(reset: Reset): Unit =
        sayReset(named(reset.reason, reset.reasonValue, "RESET_REASON_"))

    fun sayReset(reset: InboxReset): Unit =
        sayReset(named(reset.reason, reset.reasonValue, "INBOX_RESET_REASON_"))

    private fun sayReset(reason: String) = say("reset") { addProperty("reason", reason) }

    fun sayApplied(update: Update): Unit = say("applied") {
        addProperty("version", update.version)
        addProperty("commit", update.commitId)
    }

    fun sayRefused(call: String, error: CallException): Unit = say("refused") {
        addProperty("call", call)
        if (error.facts.reasonName.isNotEmpty()) addProperty("reason", error.facts.reasonName)
        when (error) {
            is ActionRefusedException -> add(error.refusal)
            is StaleVersionException -> addProperty("current_version", error.currentVersion)
            else -> Unit
        }
    }

    fun sayOver(match: Match): Unit = say("over") {
        val outcome = match.outcome
        addProperty("state", named(match.state, match.stateValue, "MATCH_STATE_"))
        add("winners", arrayOf(outcome.winnersList) { add(it) })
        add("reasons", arrayOf(outcome.reasonsList.indices) {
            add(named(outcome.getReasons(it), outcome.getReasonsValue(it), "END_REASON_"))
        })
    }

    fun sayInbox(versions: Map<String, Int>): Unit = say("inbox") {
        add("matches", JsonObject().apply {
            versions.forEach { (match, version) -> addProperty(match, version) }
        })
    }

    private fun JsonObject.add(refusal: Refusal) {
        addProperty("refusal", named(refusal.reason, refusal.reasonValue, "REFUSAL_REASON_"))
        addProperty("rule", refusal.rule)
        if (refusal.field.isNotEmpty()) addProperty("field", refusal.field)
    }

    private fun say(what: String, fill: JsonObject.() -> Unit) = write(
        JsonObject().apply {
            addProperty("saw", what)
            fill()
        },
    )

    @Synchronized
    private fun write(line: JsonObject) {
        println(line)
        System.out.flush()
    }
}

private fun <T> arrayOf(items: Iterable<T>, put: JsonArray.(T) -> Unit): JsonArray =
    JsonArray().apply { items.forEach { put(it) } }

/** The name of a value without its prefix; its number where it has no name here. */
private fun named(value: Enum<*>, number: Int, prefix: String): String =
    if (value.name == UNRECOGNIZED) "$number" else value.name.removePrefix(prefix)

private fun isUnknown(event: Event): Boolean =
    event.eventCase == Event.EventCase.EVENT_NOT_SET ||
        (event.hasDuel() && event.duel.eventCase == DuelEvent.EventCase.EVENT_NOT_SET) ||
        (event.hasSplendor() && event.splendor.eventCase == SplendorEvent.EventCase.EVENT_NOT_SET)
