/** What anybody may ask a server: what it is, its games, their cards and words. */

import { type Client, createClient } from "@connectrpc/connect";
import {
  CatalogService,
  type GameInfo,
  type GetServerInfoResponse,
  type ListCardsResponse,
  type Scenario,
} from "../gen/gemwright/v1/catalog_service_pb.js";
import type { Game } from "../gen/gemwright/v1/game_pb.js";
import type { CallOptions, Line } from "./line.js";

export class Catalogue {
  private readonly service: Client<typeof CatalogService>;

  constructor(
    private readonly line: Line,
    private readonly language: string,
  ) {
    this.service = createClient(CatalogService, line.transport);
  }

  /** Version, limits, and what is promised about data. */
  info(options?: CallOptions): Promise<GetServerInfoResponse> {
    return this.line.call((how) => this.service.getServerInfo({}, how), options);
  }

  /** The games, and the defaults of their options. */
  async games(options?: CallOptions): Promise<GameInfo[]> {
    return (await this.line.call((how) => this.service.listGames({}, how), options)).games;
  }

  /** Every card of a game, and its words in a language: that of the client, unless it is named. */
  cards(
    game: Game,
    { language = this.language, ...options }: CallOptions & { language?: string | undefined } = {},
  ): Promise<ListCardsResponse> {
    return this.line.call((how) => this.service.listCards({ game, language }, how), options);
  }

  /** Prepared positions to begin from; none unless the server is in development mode. */
  async scenarios({
    language = this.language,
    ...options
  }: CallOptions & { language?: string | undefined } = {}): Promise<Scenario[]> {
    const call = this.line.call((how) => this.service.listScenarios({ language }, how), options);
    return (await call).scenarios;
  }
}
