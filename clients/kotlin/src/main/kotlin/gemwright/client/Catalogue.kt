package gemwright.client

import gemwright.v1.CatalogServiceGrpcKt
import gemwright.v1.Game
import gemwright.v1.GameInfo
import gemwright.v1.GetServerInfoRequest
import gemwright.v1.GetServerInfoResponse
import gemwright.v1.ListCardsResponse
import gemwright.v1.ListGamesRequest
import gemwright.v1.Scenario
import gemwright.v1.listCardsRequest
import gemwright.v1.listScenariosRequest

/** What a server tells everybody. */
public class Catalogue internal constructor(private val line: Line) {
    /** Version, limits, and what is promised about data. */
    public suspend fun info(): GetServerInfoResponse =
        line.call(
            CatalogServiceGrpcKt.getServerInfoMethod,
            GetServerInfoRequest.getDefaultInstance(),
        )

    /** The games, and the defaults of their options. */
    public suspend fun games(): List<GameInfo> =
        line.call(CatalogServiceGrpcKt.listGamesMethod, ListGamesRequest.getDefaultInstance()).gamesList

    /** Every card of a game, and its words in a language: `en`, `fr` or `es`. */
    public suspend fun cards(game: Game, language: String = "en"): ListCardsResponse {
        val request = listCardsRequest {
            this.game = game
            this.language = language
        }
        return line.call(CatalogServiceGrpcKt.listCardsMethod, request)
    }

    /** Prepared positions to begin from; none unless the server is in development mode. */
    public suspend fun scenarios(language: String = "en"): List<Scenario> {
        val request = listScenariosRequest { this.language = language }
        return line.call(CatalogServiceGrpcKt.listScenariosMethod, request).scenariosList
    }
}
