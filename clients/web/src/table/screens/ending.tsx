// What can be done with a match that is over: look back, check the deal, play again.

import type { Match, MatchRecord } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import type { LiveMatch } from "../server/live.js";
import { fragmentOf } from "../server/route.js";
import { useAttempt } from "../use_attempt.js";
import { Attempted } from "./attempted.js";
import { useVerdict } from "./verdict.js";

interface EndingActionsProps {
  readonly live: LiveMatch;
  readonly match: Match;
  lookBack(record: MatchRecord): void;
}

export function EndingActions({ live, match, lookBack }: EndingActionsProps) {
  const { client, words, isDevelopment } = useApp();
  const attempt = useAttempt();
  const [verdict, check] = useVerdict();
  const playAgain = async (signal: AbortSignal) => {
    const made = await client.matches.create({ rematchOf: match.match }, { signal });
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
      {isDevelopment && (
        <button type="button" onClick={() => attempt.run(playAgain)}>
          {words.say("table.rematch")}
        </button>
      )}
      <a class="button" href={fragmentOf({})}>
        {words.say("table.start.new")}
      </a>
      {verdict && (
        <p class={`verdict is-${verdict.mood}`} role="status">
          {verdict.text}
        </p>
      )}
      <Attempted attempt={attempt} />
    </div>
  );
}
