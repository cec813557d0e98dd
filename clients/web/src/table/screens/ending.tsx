// What can be done with a match that is over: look back, check the deal, play again.

import { useEffect, useState } from "preact/hooks";
import type { InboxEntry, Match, MatchRecord } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import { followMatches } from "../server/inbox.js";
import type { LiveMatch } from "../server/live.js";
import { fragmentOf } from "../server/route.js";
import { useAttempt } from "../use_attempt.js";
import { Attempted } from "./attempted.js";
import { isOver } from "./match_screen.js";
import { useVerdict } from "./verdict.js";

interface EndingActionsProps {
  readonly live: LiveMatch;
  readonly match: Match;
  /** Whether one has played, and not only watched. */
  readonly isPlayer: boolean;
  lookBack(record: MatchRecord): void;
}

export function EndingActions({ live, match, isPlayer, lookBack }: EndingActionsProps) {
  const { client, words, isDevelopment } = useApp();
  const attempt = useAttempt();
  const [verdict, check] = useVerdict();
  const rematch = useRematch(match, isPlayer);
  const playAgain = async (signal: AbortSignal) => {
    const made = await client.matches.create(rematchRequest(match), { signal });
    location.hash = fragmentOf({ match: made.match?.match });
  };
  return (
    <div class="ending">
      <button
        type="button"
        class="primary"
        onClick={() => attempt.run(async (signal) => lookBack(await live.record(signal)))}
      >
        {words.say("table.replay")}
      </button>
      <button
        type="button"
        onClick={() => attempt.run(async (signal) => check(await live.record(signal)))}
      >
        {words.say("table.verify")}
      </button>
      {rematch !== undefined ? (
        <a class="button" href={fragmentOf({ match: rematch })}>
          {words.say("table.rematch.go")}
        </a>
      ) : (
        isDevelopment &&
        isPlayer && (
          <button type="button" onClick={() => attempt.run(playAgain)}>
            {words.say("table.rematch")}
          </button>
        )
      )}
      <a class="button" href={fragmentOf({})}>
        {words.say("table.start.new")}
      </a>
      <p class={rematch === undefined ? "unseen" : "notice rematch"} role="status">
        {rematch !== undefined && words.say("table.rematch.begun")}
      </p>
      {verdict && (
        <p class={`verdict is-${verdict.mood}`} role="status">
          {verdict.text}
        </p>
      )}
      <Attempted attempt={attempt} />
    </div>
  );
}

/** All who ask with the same id get the same match, also where two press at once. */
function rematchRequest({ match, spectators }: Match) {
  const requestId = `rematch-${match}`;
  return { rematchOf: match, requestId, ...(spectators && { spectators }) };
}

/** The match in which this one is played again, once somebody has begun it. */
function useRematch({ match, game }: Match, isPlayer: boolean): string | undefined {
  const { client } = useApp();
  const [rematch, setRematch] = useState<string>();
  useEffect(() => {
    if (!isPlayer) return;
    const ending = new AbortController();
    const seen = new Set<string>();
    const canBe = (entry: InboxEntry) =>
      entry.game === game && !isOver(entry) && !seen.has(entry.match);
    const look = (other: Match) => {
      seen.add(other.match);
      if (other.rematchOf !== match) return;
      setRematch(other.match);
      ending.abort();
    };
    void followMatches(client, canBe, look, ending.signal);
    return () => ending.abort();
  }, [client, match, game, isPlayer]);
  return rematch;
}
