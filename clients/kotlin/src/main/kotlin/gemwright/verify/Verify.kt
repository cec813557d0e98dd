/**
 * Verifying that a match was dealt honestly, as docs/fairness.md of the service says, which this was
 * written from. It knows no rules of the games: it makes every draw again and follows the events of the
 * record from one draw to the next.
 */
package gemwright.verify

import com.google.protobuf.ByteString
import gemwright.v1.Game
import gemwright.v1.MatchRecord

private const val RULES_VERSION = "1"
private const val SECRET_BYTES = 32
private const val DUEL_SEATS = 2
private val SPLENDOR_SEATS = 2..4

/**
 * Whether the match of a record was dealt honestly.
 *
 * [keptCommitment] is the one that was kept from before the deal; without it nobody can say that the
 * operator has not put another one into the record since.
 */
public fun verify(record: MatchRecord, keptCommitment: ByteString? = null): Verdict {
    if (record.match.fairness.isUnverifiable || record.hasOpening()) return Verdict.Unverifiable
    incompletenessOf(record)?.let { return Verdict.Incomplete(it) }
    commitmentDifference(record, keptCommitment)?.let { return Verdict.Dishonest(it) }
    val draws = Draws(inputsOf(record).drawKey())
    val table = setUp(record.match.game, record.match.seatsCount, namedFirstSeat(record), draws)
    return Fold(record, table, draws).verdict()
}

/** Why a record does not have what it takes; null where it does. */
private fun incompletenessOf(record: MatchRecord): String? = when {
    nameOf(record.match.game) == null -> "the game is not known"
    !hasItsSeats(record) -> "the game has another number of seats"
    record.match.rulesVersion != RULES_VERSION -> "other rules than version $RULES_VERSION"
    !record.match.hasStartTime() -> "the match was never dealt"
    record.reveal.seed.size() != SECRET_BYTES -> "the seed has not $SECRET_BYTES bytes"
    record.reveal.salt.size() != SECRET_BYTES -> "the salt has not $SECRET_BYTES bytes"
    record.match.fairness.commitment.size() != SECRET_BYTES ->
        "the commitment has not $SECRET_BYTES bytes"
    !hasItsUpdates(record) -> "updates are missing"
    else -> null
}

/** The count is compared first: to list the versions up to any number may take all the memory. */
private fun hasItsUpdates(record: MatchRecord): Boolean {
    val versions = record.updatesList.map { it.version }
    return versions.size == record.match.version && versions == (1..versions.size).toList()
}

private fun hasItsSeats(record: MatchRecord): Boolean {
    val seats = record.match.seatsCount
    if (record.match.game != Game.GAME_SPLENDOR) return seats == DUEL_SEATS
    return seats in SPLENDOR_SEATS && seats == record.match.options.splendor.seats
}

private fun commitmentDifference(record: MatchRecord, kept: ByteString?): Difference? {
    val found = record.match.fairness.commitment
    val computed = inputsOf(record).commitment()
    return when {
        kept != null && kept != found -> atBegin("kept_commitment", kept, found)
        computed != found -> atBegin("commitment", computed, found)
        else -> null
    }
}

private fun atBegin(check: String, expected: ByteString, found: ByteString) =
    Difference(check, version = 0, event = null, worded(expected), worded(found))

private fun namedFirstSeat(record: MatchRecord): Int? {
    val options = record.match.options
    return when {
        record.match.game == Game.GAME_SPLENDOR ->
            options.splendor.run { if (hasFirstSeat()) firstSeat else null }
        else -> options.duel.run { if (hasFirstSeat()) firstSeat else null }
    }
}
