// One match: joining it, waiting for the others, playing or watching it, looking back at it.

import { useEffect, useMemo, useState } from "preact/hooks";
import { NotAuthenticated } from "../../client/index.js";
import { Game, type Match, MatchState } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import type { Cards } from "../position/following.js";
import { forgetInvitations } from "../server/invitations.js";
import { LiveMatch, type LiveState } from "../server/live.js";
import { fragmentOf } from "../server/route.js";
import { useAnswer } from "../use_answer.js";
import { useLong } from "../use_long.js";
import { DeadEnd } from "./dead_end.js";
import { Frame } from "./frame.js";
import { JoinScreen } from "./join_screen.js";
import { TableScreen } from "./table_screen.js";
import { WaitingScreen } from "./waiting_screen.js";

interface MatchScreenProps {
  readonly id: string;
  readonly invitation: string | undefined;
}

export function MatchScreen({ id, invitation }: MatchScreenProps) {
  const [round, setRound] = useState(0);
  const again = () => setRound(round + 1);
  if (invitation === undefined) return <LiveScreen key={round} id={id} again={again} />;
  const enter = () => location.replace(fragmentOf({ match: id }));
  return <JoinScreen key={round} id={id} invitation={invitation} enter={enter} again={again} />;
}

function LiveScreen({ id, again }: { id: string; again(): void }) {
  const { words } = useApp();
  const [live, state] = useLive(id);
  const cards = useCards(state.match);
  const { match, position, failure } = state;
  const title = match ? words.say(gameKey(match)) : words.say("table.match");
  const isDead = failure instanceof NotAuthenticated || position === undefined;
  if (failure !== undefined && isDead) {
    return <DeadEnd title={title} error={failure} id={id} again={again} />;
  }
  if (match === undefined || cards === undefined) {
    return (
      <Frame title={title}>
        <Loading isConnected={state.isConnected} />
      </Frame>
    );
  }
  if (position === undefined)
    return <WaitingScreen match={match} isConnected={state.isConnected} />;
  return <TableScreen live={live} state={{ ...state, match, position }} cards={cards} />;
}

function Loading({ isConnected }: { isConnected: boolean }) {
  const { words } = useApp();
  const isLong = useLong(isConnected);
  const state = isLong ? "table.attempt.long" : "table.loading";
  return (
    <main class="loading" aria-busy="true">
      <p role="status">{words.say(isConnected ? state : "table.connection.lost")}</p>
    </main>
  );
}

function useLive(id: string): readonly [LiveMatch, LiveState] {
  const { client, session, catalogue } = useApp();
  const live = useMemo(
    () => new LiveMatch(client, id, (match) => catalogue.cards(match.game)),
    [client, catalogue, id],
  );
  const [state, setState] = useState(live.state);
  useEffect(() => {
    const unsubscribe = live.subscribe(() => setState(live.state));
    void live.follow();
    return () => {
      unsubscribe();
      live.leave();
    };
  }, [live]);
  useEffect(() => {
    if (state.failure instanceof NotAuthenticated) session.forgetToken();
  }, [session, state.failure]);
  useEffect(() => {
    if (state.match) forgetInvitations(state.match);
  }, [state.match?.state]);
  return [live, state];
}

function useCards(match: Match | undefined): Cards | undefined {
  const { catalogue } = useApp();
  const game = match?.game;
  const ask = game === undefined ? undefined : () => catalogue.cards(game);
  return useAnswer(ask, [catalogue, game]);
}

export function gameKey(match: Match): string {
  return `game.${Game[match.game]?.toLowerCase()}`;
}

export function isOver({ state }: Pick<Match, "state">): boolean {
  return state !== MatchState.ACTIVE && state !== MatchState.WAITING;
}
