/** Comparing the opening that was shown with the set-up: what should be seen, and what is. */
package gemwright.verify

import gemwright.v1.DuelTable
import gemwright.v1.SplendorTable
import gemwright.v1.TokenKind

/** The first thing that differs, as it should be and as it is; null where nothing does. */
internal fun openingDifference(table: Table, seen: DuelTable): Pair<String, String>? = listOf(
    "${table.firstSeat}" to "${seen.seat}",
    kinds(table.board) to kinds(seen.boardList),
    kinds(table.bag) to kinds(listed(seen.bag)),
    cards(table.jewels.slots) to cards(seen.pyramidList),
    numbers(table.jewels.deckSizes()) to numbers(seen.deckSizesList),
    cards(table.royals.slots) to cards(seen.royalsList),
    numbers(table.royals.deckSizes()) to "${seen.royalDeckSize}",
    cards(table.counterfeiters.slots) to cards(seen.counterfeitersList),
    numbers(table.counterfeiters.deckSizes()) to "${seen.counterfeiterDeckSize}",
).find { (expected, found) -> expected != found }

/** The first thing that differs, as it should be and as it is; null where nothing does. */
internal fun openingDifference(table: Table, seen: SplendorTable): Pair<String, String>? = listOf(
    "${table.firstSeat}" to "${seen.firstSeat}",
    "${table.firstSeat}" to "${seen.seat}",
    numbers(table.jewels.deckSizes()) to numbers(seen.deckSizesList),
    cards(table.jewels.slots) to cards(seen.faceUpList),
    cards(table.nobles) to cards(seen.noblesList),
).find { (expected, found) -> expected != found }

private fun kinds(kinds: List<TokenKind>): String = worded(kinds) { worded(it) }

private fun numbers(numbers: List<Int>): String = worded(numbers) { "$it" }
