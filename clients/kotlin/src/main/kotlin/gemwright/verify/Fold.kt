package gemwright.verify

import gemwright.v1.DuelEvent
import gemwright.v1.Event
import gemwright.v1.Game
import gemwright.v1.MatchRecord
import gemwright.v1.SplendorEvent
import gemwright.v1.TokenCounts
import gemwright.v1.TokenKind
import gemwright.v1.Update
import gemwright.v1.View

private const val DUG_CARDS = 3
private const val UNSEEN = "unseen"

/** The answer is found: nothing that follows matters. */
private class Answered(val verdict: Verdict) : Exception()

/** Follows the updates of a record, from the set-up on, and compares them with the draws. */
internal class Fold(
    private val record: MatchRecord,
    private val table: Table,
    private val draws: Draws,
) {
    private val isSplendor = record.match.game == Game.GAME_SPLENDOR
    private var update = Update.getDefaultInstance()
    private var event: Int? = null
    private var hasMoved = false

    /** What replenishing the board is still to fill, as in `12 white`. */
    private val awaited = ArrayDeque<String>()

    /** How many tokens this update has drawn. */
    private var drawn = 0

    /** What the whole record says. */
    fun verdict(): Verdict =
        try {
            record.updatesList.forEach(::follow)
            Verdict.Honest(draws.counter)
        } catch (answered: Answered) {
            answered.verdict
        }

    private fun follow(next: Update) {
        update = next
        drawn = 0
        event = null
        if (next.hasJoin()) {
            val seat = existing(record.match.seatsList.getOrNull(next.join.seat), "seat")
            must("entropy", worded(seat.entropy), worded(next.join.entropy))
        }
        if (next.hasMove() && !hasMoved) {
            hasMoved = true
            must("first_seat", "${table.firstSeat}", "${next.move.seat}")
        }
        next.eventsList.forEachIndexed { index, happened ->
            event = index
            follow(happened)
        }
        event = null
        nothingIsAwaited()
        must("bag", "${atLeastNone(next.move.action.duel.drawTokens.number)}", "$drawn")
    }

    private fun follow(happened: Event) {
        if (!happened.duel.hasCellFilled()) nothingIsAwaited()
        when {
            happened.hasMatchDealt() -> opening(happened.matchDealt.view)
            happened.hasDuel() && !isSplendor -> follow(happened.duel)
            happened.hasSplendor() && isSplendor -> follow(happened.splendor)
            else -> unknown("event")
        }
    }

    private fun follow(happened: DuelEvent): Unit = when (happened.eventCase) {
        DuelEvent.EventCase.TOKEN_TAKEN -> tokenTaken(happened.tokenTaken)
        DuelEvent.EventCase.TOKEN_STOLEN -> with(happened.tokenStolen) {
            give(loser, mapOf(kind to 1))
            holding(seat).gain(kind)
        }
        DuelEvent.EventCase.TOKENS_SPENT -> with(happened.tokensSpent) {
            numbersAreReal(tokens)
            give(seat, numbersOf(tokens))
            table.putIntoBag(listed(tokens))
        }
        DuelEvent.EventCase.TOKEN_DISCARDED -> with(happened.tokenDiscarded) {
            give(seat, mapOf(kind to 1))
            table.putIntoBag(listOf(kind))
        }
        DuelEvent.EventCase.BOARD_REPLENISHED -> replenish()
        DuelEvent.EventCase.CELL_FILLED -> with(happened.cellFilled) {
            existing(table.board.getOrNull(cell), "cell")
            must("bag", worded(awaited.removeFirstOrNull()), "$cell ${told(kind)}")
        }
        DuelEvent.EventCase.TOKEN_DRAWN -> tokenDrawn(happened.tokenDrawn)
        DuelEvent.EventCase.CARD_RESERVED -> cardReserved(happened.cardReserved)
        DuelEvent.EventCase.RESERVED_CARD_SEEN -> with(happened.reservedCardSeen) {
            must("deck", worded(holding(seat).reserve.lastOrNull()), card)
        }
        DuelEvent.EventCase.CARD_PURCHASED -> with(happened.cardPurchased) {
            if (hasSlot()) leave(table.jewels, slot, card)
            else leaveReserve(seat, if (hasReserveSlot()) reserveSlot else null, card)
        }
        DuelEvent.EventCase.SLOT_FILLED -> with(happened.slotFilled) { fill(table.jewels, slot, card) }
        DuelEvent.EventCase.COUNTERFEITER_GAINED -> with(happened.counterfeiterGained) {
            if (hasSlot()) leave(table.counterfeiters, slot, card)
            else must("deck", worded(deck(table.counterfeiters, 0).removeFirstOrNull()), card)
        }
        DuelEvent.EventCase.COUNTERFEITER_SLOT_FILLED -> with(happened.counterfeiterSlotFilled) {
            fill(table.counterfeiters, slot, card)
        }
        DuelEvent.EventCase.ROYAL_TAKEN -> with(happened.royalTaken) {
            leave(table.royals, slot, card)
        }
        DuelEvent.EventCase.ROYAL_SLOT_FILLED -> with(happened.royalSlotFilled) {
            fill(table.royals, slot, card)
        }
        DuelEvent.EventCase.DECK_DUG -> deckDug(happened.deckDug)
        DuelEvent.EventCase.DUG_CARDS_SEEN ->
            must("deck", cards(table.lookedAt), cards(happened.dugCardsSeen.cardsList))
        DuelEvent.EventCase.DUG_CARDS_RETURNED -> dugCardsReturned(happened.dugCardsReturned)
        DuelEvent.EventCase.TURN_ENDED -> everySlotIsRefilled()
        DuelEvent.EventCase.DISCOUNT_USED,
        DuelEvent.EventCase.PRIVILEGE_TAKEN,
        DuelEvent.EventCase.PRIVILEGE_RETURNED,
        DuelEvent.EventCase.ABILITY_USED,
        DuelEvent.EventCase.EXTRA_TURN_GAINED,
        DuelEvent.EventCase.TURN_PASSED,
        DuelEvent.EventCase.BLOCKING_RESET,
        DuelEvent.EventCase.TURN_STARTED,
        DuelEvent.EventCase.DECISION_ASKED,
        DuelEvent.EventCase.WIN_CLAIMED,
        DuelEvent.EventCase.SEAT_FORFEITED,
        DuelEvent.EventCase.MATCH_ENDED -> Unit
        else -> unknown("event")
    }

    private fun follow(happened: SplendorEvent): Unit = when (happened.eventCase) {
        SplendorEvent.EventCase.CARD_RESERVED -> with(happened.cardReserved) {
            if (hasSlot()) reserveFrom(slot, seat, card) else reserveUnseen(level, seat)
        }
        SplendorEvent.EventCase.RESERVED_CARD_SEEN -> with(happened.reservedCardSeen) {
            must("deck", worded(holding(seat).reserve.lastOrNull()), card)
        }
        SplendorEvent.EventCase.CARD_PURCHASED -> with(happened.cardPurchased) {
            if (hasSlot()) leave(table.jewels, slot, card)
            else leaveReserve(seat, if (hasReserveSlot()) reserveSlot else null, card)
        }
        SplendorEvent.EventCase.SLOT_FILLED -> with(happened.slotFilled) {
            fill(table.jewels, slot, card)
        }
        SplendorEvent.EventCase.NOBLE_RECEIVED -> with(happened.nobleReceived) {
            if (!table.nobles.remove(noble)) must("noble", cards(table.nobles), noble)
        }
        SplendorEvent.EventCase.TURN_ENDED -> everySlotIsRefilled()
        SplendorEvent.EventCase.GEMS_TAKEN,
        SplendorEvent.EventCase.GOLD_TAKEN,
        SplendorEvent.EventCase.TOKENS_SPENT,
        SplendorEvent.EventCase.TOKEN_DISCARDED,
        SplendorEvent.EventCase.TURN_PASSED,
        SplendorEvent.EventCase.LAST_ROUND_BEGUN,
        SplendorEvent.EventCase.TURN_STARTED,
        SplendorEvent.EventCase.DECISION_ASKED,
        SplendorEvent.EventCase.SEAT_FORFEITED,
        SplendorEvent.EventCase.MATCH_ENDED -> Unit
        else -> unknown("event")
    }

    private fun opening(view: View) {
        view.duel.table.boardList.forEach(::told)
        numbersAreReal(view.duel.table.bag)
        val difference = if (isSplendor) openingDifference(table, view.splendor.table)
        else openingDifference(table, view.duel.table)
        difference?.let { (expected, found) -> must("opening", expected, found) }
    }

    private fun tokenTaken(taken: DuelEvent.TokenTaken) {
        val lies = existing(table.board.getOrNull(taken.cell), "cell")
        must("cell", worded(lies), told(taken.kind))
        table.board[taken.cell] = EMPTY
        holding(taken.seat).gain(taken.kind)
    }

    private fun give(seat: Int, tokens: Map<TokenKind, Int>) {
        val has = holding(seat).tokens
        for ((kind, number) in tokens) {
            told(kind)
            val left = has.getOrDefault(kind, 0) - number
            if (left < 0) must("tokens", "${has.getOrDefault(kind, 0)}", "$number")
            has[kind] = left
        }
    }

    private fun replenish() {
        val empty = SPIRAL.filter { table.board.getOrNull(it) == EMPTY }.take(table.bag.size)
        val laid = draws.deal("replenish", table.bag, empty.size)
        empty.zip(laid).forEach { (cell, kind) ->
            table.board[cell] = kind
            awaited += "$cell ${worded(kind)}"
        }
    }

    private fun nothingIsAwaited() = must("bag", worded(awaited.firstOrNull()), NOTHING)

    private fun tokenDrawn(token: DuelEvent.TokenDrawn) {
        val kind = if (table.bag.isEmpty()) EMPTY else draws.draw("draw_tokens", table.bag)
        must("bag", worded(kind), told(token.kind))
        holding(token.seat).gain(kind)
        drawn += 1
    }

    private fun cardReserved(reserved: DuelEvent.CardReserved) = when {
        reserved.hasSlot() -> reserveFrom(reserved.slot, reserved.seat, reserved.card)
        reserved.isDug -> {
            val kept = lookedAt(keepDug().first())
            holding(reserved.seat).reserve += kept
        }
        else -> reserveUnseen(reserved.level, reserved.seat)
    }

    private fun reserveFrom(slot: Int, seat: Int, card: String) {
        leave(table.jewels, slot, card)
        holding(seat).reserve += card
    }

    private fun reserveUnseen(level: Int, seat: Int) {
        val top = deck(table.jewels, level - 1).removeFirstOrNull()
        if (top == null) must("deck", NOTHING, UNSEEN) else holding(seat).reserve += top
    }

    /** The place of the card that is kept, then those of the others: every place once. */
    private fun keepDug(): List<Int> {
        val keep = update.move.action.duel.keepDug
        val places = listOf(keep.keep) + keep.bottomList
        if (!keep.hasKeep() || places.sorted() != table.lookedAt.indices.toList()) unknown("place")
        return places
    }

    private fun lookedAt(place: Int): String = existing(table.lookedAt.getOrNull(place), "place")

    private fun deckDug(dug: DuelEvent.DeckDug) {
        val deck = deck(table.jewels, dug.level - 1)
        val number = minOf(DUG_CARDS, deck.size)
        must("deck", "$number", "${atLeastNone(dug.number)}")
        table.lookedAt = List(number) { deck.removeFirst() }
        table.levelLookedAt = dug.level
    }

    private fun dugCardsReturned(returned: DuelEvent.DugCardsReturned) {
        val deck = deck(table.jewels, returned.level - 1)
        must("deck", "${table.levelLookedAt}", "${returned.level}")
        val bottom = keepDug().drop(1)
        must("deck", "${bottom.size}", "${atLeastNone(returned.number)}")
        deck += bottom.map(::lookedAt)
        table.lookedAt = emptyList()
    }

    private fun leave(row: Row, slot: Int, card: String) {
        must("slot", worded(lying(row, slot)), worded(card))
        row.slots[slot] = null
    }

    private fun leaveReserve(seat: Int, place: Int?, card: String) {
        val reserve = holding(seat).reserve
        val at = existing(place?.takeIf { it in reserve.indices }, "place")
        must("reserve", reserve[at], worded(card))
        reserve.removeAt(at)
    }

    private fun fill(row: Row, slot: Int, card: String) {
        must("slot", worded(lying(row, slot)), NOTHING)
        val top = row.deckOf(slot).removeFirstOrNull()
        must("deck", worded(top), worded(card))
        row.slots[slot] = top
    }

    private fun lying(row: Row, slot: Int): String? {
        if (slot !in row.slots.indices) unknown("slot")
        return row.slots[slot]
    }

    private fun everySlotIsRefilled() {
        for (row in listOf(table.jewels, table.counterfeiters)) {
            val empty = row.firstToRefill() ?: continue
            must("refill", row.deckOf(empty).first(), NOTHING)
        }
    }

    private fun holding(seat: Int): Holding = existing(table.holdings.getOrNull(seat), "seat")

    private fun deck(row: Row, number: Int): MutableList<String> = existing(row.deck(number), "level")

    /** A kind in a record, in a word. */
    private fun told(kind: TokenKind): String =
        if (kind == EMPTY || kind == TokenKind.UNRECOGNIZED) unknown("kind") else worded(kind)

    /** Of one kind there never are more than [MOST_TOKENS]. */
    private fun numbersAreReal(tokens: TokenCounts) {
        if (numbersOf(tokens).values.any { it !in 0..MOST_TOKENS }) unknown("number of tokens")
    }

    private fun atLeastNone(number: Int): Int = if (number < 0) unknown("number") else number

    private fun <T> existing(thing: T?, name: String): T = thing ?: unknown(name)

    private fun unknown(name: String): Nothing {
        val where = "version ${update.version}, event ${event ?: NOTHING}"
        throw Answered(Verdict.Incomplete("there is no such $name: $where"))
    }

    private fun must(check: String, expected: String, found: String) {
        if (expected == worded(found)) return
        val difference = Difference(check, update.version, event, expected, worded(found))
        throw Answered(Verdict.Dishonest(difference))
    }
}
