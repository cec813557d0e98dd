package gemwright.verify

/** Whether a match was dealt honestly. */
public sealed interface Verdict {
    /** Chance was what was committed to, in each of so many draws. */
    public data class Honest(
        /** How many draws were made. */
        val draws: Int,
    ) : Verdict

    /** The record is not what the seed gives; this is where it first differs. */
    public data class Dishonest(
        /** The difference. */
        val difference: Difference,
    ) : Verdict

    /** The record does not have what it takes to tell. */
    public data class Incomplete(
        /** What is missing or not known, in English. */
        val why: String,
    ) : Verdict

    /** A developer chose the seed or the position, so that nothing is proved. */
    public data object Unverifiable : Verdict
}

/** Where a record differs from what the draws say, as docs/fairness.md words it. */
public data class Difference(
    /** What was compared: `commitment`, `opening`, `bag`, `deck` and so on. */
    val check: String,
    /** The version of the update; 0 before any. */
    val version: Int,
    /** The index of the event in its update; null where it concerns the update as a whole. */
    val event: Int?,
    /** What the draws say. */
    val expected: String,
    /** What the record says. */
    val found: String,
)
