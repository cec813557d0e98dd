/** The example of the README, which a test runs. */
package gemwright.sample

import gemwright.client.Client
import gemwright.client.WatchMessage
import gemwright.client.notation
import gemwright.v1.BuiltInBot
import gemwright.v1.Game
import gemwright.v1.createMatchRequest
import gemwright.v1.seatSpec

suspend fun playFirstMatch(address: String) {
    Client(address, { "dev:ann" }).use { client ->
        val created = client.matches.create(createMatchRequest {
            game = Game.GAME_DUEL
            seats += seatSpec { principal = "ann" }
            seats += seatSpec { bot = BuiltInBot.BUILT_IN_BOT_GREEDY }
        })
        val match = client.match(created.match.match)
        match.watch().collect { message ->
            when (message) {
                is WatchMessage.Snapshot -> message.legalActions.firstOrNull()?.let { match.act(it) }
                is WatchMessage.Updated -> {
                    println("${message.update.version} ${message.update.move.action.notation()}")
                    message.legalActions.firstOrNull()?.let { match.act(it, message.update.version) }
                }
                is WatchMessage.ClocksChanged, is WatchMessage.Reset -> Unit
                is WatchMessage.Revealed -> println("won by ${match.get().match.outcome.winnersList}")
            }
        }
    }
}
