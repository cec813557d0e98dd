// The matches of who plays here, as they stand now.

import { useEffect, useState } from "preact/hooks";
import { type GemwrightClient, GemwrightError } from "../../client/index.js";
import { Game, type InboxEntry, type Match, MatchState } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import { followMatches } from "../server/inbox.js";
import { fragmentOf } from "../server/route.js";
import { seatName } from "../telling/names.js";
import { isOver } from "./match_screen.js";

const MOST_MATCHES = 8;

export function OwnMatches() {
  const { session, words } = useApp();
  const matches = useOwnMatches();
  if (matches.length === 0) return null;
  return (
    <section class="panel own-matches">
      <h2>{words.say("table.start.yours")}</h2>
      <ul>
        {matches.map((match) => (
          <li key={match.match}>
            <a href={fragmentOf({ match: match.match })}>
              <strong>{words.say(`game.${Game[match.game]?.toLowerCase()}`)}</strong>
              <span>{match.seats.map(({ seat }) => seatName(match, seat, words)).join(" · ")}</span>
              {isTurnOf(match, session.name) ? (
                <span class="own-turn">{words.say("table.turn.yours")}</span>
              ) : (
                <span class="quiet-text">{words.say(`state.${MatchState[match.state]}`)}</span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function isTurnOf({ seats, seatToAct }: Match, name: string | undefined): boolean {
  return seatToAct !== undefined && seats[seatToAct]?.principal === name;
}

/** Those that go on first, then the newest. */
function useOwnMatches(): Match[] {
  const { client, session } = useApp();
  const [known, setKnown] = useState<ReadonlyMap<string, Match>>(new Map());
  useEffect(() => {
    const { name } = session;
    if (name === undefined) return;
    const ending = new AbortController();
    void follow(client, name, setKnown, ending.signal);
    return () => ending.abort();
  }, [client, session]);
  const sorted = [...known.values()].sort((one, other) => rank(other) - rank(one));
  return sorted.slice(0, MOST_MATCHES);
}

/** Tell of all matches of a name, also of those that ended long ago, and anew when one changes. */
async function follow(
  client: GemwrightClient,
  principal: string,
  tell: (known: ReadonlyMap<string, Match>) => void,
  signal: AbortSignal,
): Promise<void> {
  const known = await found(client.matches.find({ principal }));
  if (signal.aborted) return;
  tell(new Map(known));
  const isNews = ({ match, version }: InboxEntry) => (known.get(match)?.version ?? -1) < version;
  const learn = (match: Match) => tell(new Map(known.set(match.match, match)));
  await followMatches(client, isNews, learn, signal);
}

async function found(matches: AsyncIterable<Match>): Promise<Map<string, Match>> {
  const all = new Map<string, Match>();
  try {
    for await (const match of matches) all.set(match.match, match);
  } catch (error) {
    if (!(error instanceof GemwrightError)) throw error;
  }
  return all;
}

function rank(match: Match): number {
  return Number(match.createTime?.seconds ?? 0) + (isOver(match) ? 0 : 1e12);
}
