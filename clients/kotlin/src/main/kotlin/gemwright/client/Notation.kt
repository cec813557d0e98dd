/**
 * The text of every action and payment, for logs, lists and bug reports, without the rules:
 *
 *     take c3 c4 c5        privilege c3         replenish      claim      pass
 *     reserve D1-05 gold a1                     reserve deck 2 gold a1
 *     buy D2-07 as red     buy reserved 1       buy C-03
 *     use C-11 red         keep 2 bottom 3 1    discard red    done
 */
package gemwright.client

import gemwright.v1.Action
import gemwright.v1.DuelAction
import gemwright.v1.DuelPayment
import gemwright.v1.Payment
import gemwright.v1.SplendorAction
import gemwright.v1.TokenCounts
import gemwright.v1.TokenKind

private const val UNKNOWN = "?"
private const val COLUMNS = "abcde"
private const val CELLS = 25

/** The action in notation; `?` for one that a newer server knows. */
public fun Action.notation(): String = when (gameCase) {
    Action.GameCase.DUEL -> textOf(duel)
    Action.GameCase.SPLENDOR -> textOf(splendor)
    else -> UNKNOWN
}

/** A payment in notation, as in `2 white 1 gold using C-08 red`. */
public fun Payment.notation(): String = when (gameCase) {
    Payment.GameCase.DUEL -> paid(duel)
    Payment.GameCase.SPLENDOR -> counted(splendor.tokens)
    else -> UNKNOWN
}

private fun textOf(action: DuelAction): String = when (action.actionCase) {
    DuelAction.ActionCase.TAKE_TOKENS -> "take " + all(action.takeTokens.cellsList.sorted(), ::cell)
    DuelAction.ActionCase.RESERVE_CARD -> with(action.reserveCard) {
        "reserve $card" + led("gold", hasGold()) { cell(gold) }
    }
    DuelAction.ActionCase.RESERVE_FROM_DECK -> with(action.reserveFromDeck) {
        "reserve deck $level" + led("gold", hasGold()) { cell(gold) }
    }
    DuelAction.ActionCase.BUY_CARD -> with(action.buyCard) {
        "buy $card" + led("as", hasColour()) { kind(colour) } + pay(hasPayment()) { payment }
    }
    DuelAction.ActionCase.BUY_RESERVED -> with(action.buyReserved) {
        "buy reserved ${slot + 1}" + led("as", hasColour()) { kind(colour) } +
            pay(hasPayment()) { payment }
    }
    DuelAction.ActionCase.BUY_COUNTERFEITER -> with(action.buyCounterfeiter) {
        "buy $card" + pay(hasPayment()) { payment }
    }
    DuelAction.ActionCase.USE_PRIVILEGE -> "privilege ${cell(action.usePrivilege.cell)}"
    DuelAction.ActionCase.REPLENISH -> "replenish"
    DuelAction.ActionCase.CLAIM -> "claim"
    DuelAction.ActionCase.PASS_TURN -> "pass"
    DuelAction.ActionCase.PICK_TOKEN -> "pick ${cell(action.pickToken.cell)}"
    DuelAction.ActionCase.STEAL_TOKEN -> "steal ${kind(action.stealToken.kind)}"
    DuelAction.ActionCase.TAKE_ROYAL -> "royal ${action.takeRoyal.card}"
    DuelAction.ActionCase.TAKE_COUNTERFEITER -> with(action.takeCounterfeiter) {
        "counterfeiter " + if (hasCard()) card else "deck"
    }
    DuelAction.ActionCase.DRAW_TOKENS -> "draw ${action.drawTokens.number}"
    DuelAction.ActionCase.BUY_ROYAL -> with(action.buyRoyal) {
        "use C-09 $card" + pay(hasPayment()) { payment }
    }
    DuelAction.ActionCase.BUY_EXTRA_TURN -> with(action.buyExtraTurn) {
        "use C-10" + pay(hasPayment()) { payment }
    }
    DuelAction.ActionCase.BUY_STEAL -> with(action.buySteal) {
        "use C-11 ${kind(kind)}" + pay(hasPayment()) { payment }
    }
    DuelAction.ActionCase.DIG -> with(action.dig) {
        "use C-17 deck $level" + pay(hasPayment()) { payment }
    }
    DuelAction.ActionCase.KEEP_DUG -> with(action.keepDug) {
        "keep" + (if (hasKeep()) " ${keep + 1}" else "") +
            led("bottom", bottomCount > 0) { all(bottomList) { "${it + 1}" } }
    }
    DuelAction.ActionCase.DISCARD -> "discard ${kind(action.discard.kind)}"
    DuelAction.ActionCase.STOP -> "stop"
    DuelAction.ActionCase.DONE -> "done"
    else -> UNKNOWN
}

private fun textOf(action: SplendorAction): String = when (action.actionCase) {
    SplendorAction.ActionCase.TAKE_GEMS ->
        "take " + all(action.takeGems.coloursList.sortedBy { it.ordinal }, ::kind)
    SplendorAction.ActionCase.RESERVE_CARD -> "reserve ${action.reserveCard.card}"
    SplendorAction.ActionCase.RESERVE_FROM_DECK -> "reserve deck ${action.reserveFromDeck.level}"
    SplendorAction.ActionCase.BUY_CARD -> with(action.buyCard) {
        "buy $card" + led("pay", hasPayment()) { counted(payment.tokens) }
    }
    SplendorAction.ActionCase.BUY_RESERVED -> with(action.buyReserved) {
        "buy reserved ${slot + 1}" + led("pay", hasPayment()) { counted(payment.tokens) }
    }
    SplendorAction.ActionCase.PASS_TURN -> "pass"
    SplendorAction.ActionCase.DISCARD -> "discard ${kind(action.discard.kind)}"
    SplendorAction.ActionCase.TAKE_NOBLE -> "noble ${action.takeNoble.noble}"
    else -> UNKNOWN
}

/** A part with the word before it, or neither. */
private inline fun led(word: String, isThere: Boolean, text: () -> String): String =
    if (isThere) " $word ${text()}" else ""

private inline fun pay(isThere: Boolean, payment: () -> DuelPayment): String =
    led("pay", isThere) { paid(payment()) }

private fun paid(payment: DuelPayment): String =
    counted(payment.tokens) + led("using", payment.unitsCount > 0) {
        all(payment.unitsList) { "${it.card} ${kind(it.kind)}" }
    }

private fun counted(tokens: TokenCounts): String = with(tokens) {
    listOf(white, blue, green, red, black, pearl, gold, glassware)
        .mapIndexedNotNull { at, number ->
            if (number == 0) null else "$number ${kind(TokenKind.forNumber(at + 1))}"
        }
        .joinToString(" ").ifEmpty { "0 white" }
}

private fun <T> all(values: List<T>, text: (T) -> String): String =
    values.joinToString(" ", transform = text).ifEmpty { UNKNOWN }

/** a1, b1 … e5. */
private fun cell(cell: Int): String =
    if (cell in 0 until CELLS) "${COLUMNS[cell % COLUMNS.length]}${cell / COLUMNS.length + 1}"
    else "$UNKNOWN$cell"

private fun kind(kind: TokenKind): String =
    if (kind == TokenKind.UNRECOGNIZED || kind == TokenKind.TOKEN_KIND_UNSPECIFIED) UNKNOWN
    else kind.name.removePrefix("TOKEN_KIND_").lowercase()
