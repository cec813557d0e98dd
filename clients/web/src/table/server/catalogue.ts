// Cards and words, fetched once for each game and language.

import type { GemwrightClient } from "../../client/index.js";
import { Game, type ListCardsResponse } from "../../client/messages.js";
import { type Language, Words } from "../language/words.js";
import type { Cards } from "../position/following.js";

export class Catalogue {
  private readonly fetched = new Map<string, Promise<ListCardsResponse>>();

  constructor(private readonly client: GemwrightClient) {}

  async cards(game: Game): Promise<Cards> {
    const { cards } = await this.fetch(game, "en");
    return new Map(cards.map((card) => [card.card, card]));
  }

  async words(language: Language): Promise<Words> {
    const { terms } = await this.fetch(Game.DUEL, language);
    return new Words(language, new Map(terms.map(({ key, text }) => [key, text])));
  }

  private fetch(game: Game, language: Language): Promise<ListCardsResponse> {
    const key = `${game} ${language}`;
    const found = this.fetched.get(key) ?? this.client.catalogue.cards(game, { language });
    this.fetched.set(key, found);
    found.catch(() => this.fetched.delete(key));
    return found;
  }
}
