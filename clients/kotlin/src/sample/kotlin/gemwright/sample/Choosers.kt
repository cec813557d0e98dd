package gemwright.sample

import gemwright.client.notation
import gemwright.v1.Action
import java.util.Scanner
import kotlin.random.Random
import kotlin.system.exitProcess

/** Who chooses one of the actions that are listed. */
fun interface Chooser {
    /** One of these. */
    fun choose(legal: List<Action>): Action
}

/** Buys where it can, else does anything. */
class Automatic(private val rng: Random = Random.Default) : Chooser {
    override fun choose(legal: List<Action>): Action =
        legal.filter { it.notation().startsWith("buy") }.ifEmpty { legal }.random(rng)
}

/** Shows the list and has a number typed. */
class Typing(private val keyboard: Scanner) : Chooser {
    override fun choose(legal: List<Action>): Action {
        legal.forEachIndexed { at, action -> println("%5d  %s".format(at + 1, action.notation())) }
        while (true) {
            print("Your choice, 1 to ${legal.size}, or q: ")
            System.out.flush()
            val typed = if (keyboard.hasNextLine()) keyboard.nextLine().trim() else "q"
            if (typed == "q") exitProcess(0)
            typed.toIntOrNull()?.let { legal.getOrNull(it - 1) }?.let { return it }
        }
    }
}
