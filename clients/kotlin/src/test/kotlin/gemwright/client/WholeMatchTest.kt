package gemwright.client

import gemwright.v1.BuiltInBot.BUILT_IN_BOT_GREEDY
import gemwright.v1.BuiltInBot.BUILT_IN_BOT_RANDOM
import gemwright.v1.Game
import kotlinx.coroutines.async
import kotlinx.coroutines.flow.toList
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.Test
import org.junit.jupiter.params.ParameterizedTest
import org.junit.jupiter.params.provider.EnumSource

class WholeMatchTest {
    private val server = DevelopmentServer.shared

    @ParameterizedTest
    @EnumSource(Game::class, names = ["GAME_UNSPECIFIED", "UNRECOGNIZED"], mode = EnumSource.Mode.EXCLUDE)
    fun `a match of each game is played to its end from the legal actions alone`(game: Game) = test {
        Client(server.address, { "dev:ann" }).use { ann ->
            val seats = arrayOf(human("ann"), bot(BUILT_IN_BOT_GREEDY))
            val match = ann.match(ann.matches.create(matchOf(game, *seats)).match.match)
            val player = Player(match)
            player.playToTheEnd()
            val now = assertWhole(match, player)
            assertTrue(now.match.outcome.reasonsCount > 0)
        }
    }

    @Test
    fun `four seats and a spectator see the same match`() = test {
        Client(server.address, { "dev:ann" }).use { ann ->
            val seats = arrayOf(human("ann")) + Array(3) { bot(BUILT_IN_BOT_RANDOM) }
            val created = ann.matches.create(matchOf(Game.GAME_SPLENDOR, *seats))
            Client(server.address).use { passerBy ->
                val seen = async {
                    passerBy.match(created.match.match).updates(after = 0).toList()
                        .map { (it as LogEntry.Done).update.version to it.update.commitId }
                }
                val player = Player(ann.match(created.match.match))
                player.playToTheEnd()
                assertEquals(player.updates.map { it.version to it.commitId }, seen.await())
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Game::class, names = ["GAME_UNSPECIFIED", "UNRECOGNIZED"], mode = EnumSource.Mode.EXCLUDE)
    fun `every action has the text that the server's record has of it`(game: Game) = test {
        Client(server.address, { "dev:ann" }).use { ann ->
            val seats = arrayOf(human("ann"), bot(BUILT_IN_BOT_RANDOM))
            val match = ann.match(ann.matches.create(matchOf(game, *seats)).match.match)
            Player(match).playToTheEnd()
            val record = match.record()
            val texts = record.updatesList.filter { it.hasMove() }.map { it.move.action.notation() }
            val written = record.text.substringAfter("\nactions\n").substringBefore("\nresult ")
            assertEquals(written.lines(), texts)
        }
    }
}
