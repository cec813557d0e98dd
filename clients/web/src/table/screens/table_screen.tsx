// A match that was dealt: the table, what is asked, what happened; after the end a look back.

import type { JSX, TargetedKeyboardEvent } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Match, MatchRecord } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import { PointingContext } from "../choosing/pointing.js";
import { type Choosing, useChoosing } from "../choosing/use_choosing.js";
import { showFlights } from "../drawing/flights.js";
import { complaintText } from "../match/complaint.js";
import { Felt } from "../match/felt.js";
import { Announcer, asked, headline, OwnStrip, Prompt } from "../match/prompt.js";
import { Story } from "../match/story.js";
import { type Table, TableContext } from "../match/table_context.js";
import type { Cards } from "../position/following.js";
import type { Position } from "../position/position.js";
import { stepsOf } from "../position/steps.js";
import type { LiveMatch, LiveState } from "../server/live.js";
import { told } from "../telling/telling.js";
import { EndingActions } from "./ending.js";
import { Frame } from "./frame.js";
import { gameKey, isOver } from "./match_screen.js";
import { ReplayScreen } from "./replay_screen.js";
import { ResignButton } from "./resign_button.js";

export type ShownState = LiveState & { readonly match: Match; readonly position: Position };

interface TableScreenProps {
  readonly live: LiveMatch;
  readonly state: ShownState;
  readonly cards: Cards;
}

export function TableScreen({ live, state, cards }: TableScreenProps) {
  const { words } = useApp();
  const [record, setRecord] = useState<MatchRecord>();
  const { match, position, viewer } = state;
  const table = useMemo<Table>(
    () => ({ match, position, cards, words, viewer }),
    [match, position, cards, words, viewer],
  );
  const steps = useMemo(
    () => (record ? stepsOf(record, position, cards) : []),
    [record, position, cards],
  );
  if (steps.length > 0) {
    return <ReplayScreen table={table} steps={steps} leave={() => setRecord(undefined)} />;
  }
  const own = viewer === undefined ? undefined : position.holdings[viewer];
  const canResign = own?.droppedOut === 0 && !isOver(match);
  return (
    <Frame
      title={words.say(gameKey(match))}
      actions={canResign && <ResignButton key={viewer} resign={() => void live.resign()} />}
    >
      <TableContext.Provider value={table}>
        <LiveTable live={live} state={state} table={table}>
          {isOver(match) && (
            <EndingActions
              live={live}
              match={match}
              isPlayer={viewer !== undefined}
              lookBack={setRecord}
            />
          )}
        </LiveTable>
      </TableContext.Provider>
    </Frame>
  );
}

interface LiveTableProps {
  readonly live: LiveMatch;
  readonly state: ShownState;
  readonly table: Table;
  readonly children: JSX.Element | false;
}

function LiveTable({ live, state, table, children }: LiveTableProps) {
  const root = useRef<HTMLElement>(null);
  const choosing = useChoosing(live, state.legal, state.isSending);
  useEffect(() => {
    live.stage = (changes, commit) =>
      root.current ? showFlights(root.current, changes, commit) : Promise.resolve(commit());
    return () => {
      live.stage = undefined;
    };
  }, [live]);
  const isDone = isOver(table.match);
  useEffect(() => {
    if (isDone) choosing.clear();
  }, [isDone]);
  useEffect(() => {
    if (choosing.isUnderWay && root.current) bringIntoView(root.current);
  }, [choosing.narrowed, choosing.isUnderWay]);
  return (
    <PointingContext.Provider value={choosing.pointing}>
      <main
        ref={root}
        data-match={table.match.match}
        class={`table table-${table.position.game} ${choosing.isUnderWay ? "is-under-way" : ""}`}
        onKeyDown={(event) => pressKey(event, choosing)}
      >
        <Notices state={state} />
        <Felt clocks={state.clocks} />
        <div class="foot">
          <Prompt state={state} choosing={choosing}>
            {children}
          </Prompt>
          <OwnStrip clocks={state.clocks} />
        </div>
        <Story updates={state.story} />
      </main>
      <Announcer text={announcement(state, table)} />
    </PointingContext.Provider>
  );
}

/** Where nothing that can be chosen next is on the screen, as on a phone, go there. */
function bringIntoView(root: HTMLElement): void {
  const bottom = root.querySelector(".foot")?.getBoundingClientRect().top ?? innerHeight;
  const open = [...root.querySelectorAll(".spot.is-open")];
  const isSeen = open.some((spot) => {
    const box = spot.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= Math.max(bottom, innerHeight / 2);
  });
  if (!isSeen) open[0]?.scrollIntoView({ block: "center" });
}

/** Enter on what was chosen confirms; Escape clears. */
function pressKey(event: TargetedKeyboardEvent<HTMLElement>, choosing: Choosing): void {
  if (event.key === "Escape" && choosing.hasChosen) {
    event.preventDefault();
    choosing.clear();
  }
  const target = event.target as HTMLElement;
  const isChosen = target.matches(".spot.is-chosen");
  if (event.key === "Enter" && isChosen && choosing.narrowed.named !== undefined) {
    event.preventDefault();
    choosing.confirm();
  }
}

function Notices({ state }: { state: LiveState }) {
  const { words } = useApp();
  const wasLost = useWasLost(state.isConnected);
  return (
    <div class="notices" role="status">
      {!state.isConnected && <p class="notice is-bad">{words.say("table.connection.lost")}</p>}
      {wasLost && <p class="notice is-good">{words.say("table.connection.back")}</p>}
      {state.reset !== undefined && <p class="notice">{words.say(`reset.${state.reset}`)}</p>}
      {state.failure && <p class="notice is-bad">{complaintText(state.failure, words)}</p>}
      {state.isOutdated && <p class="notice">{words.say("table.newer")}</p>}
    </div>
  );
}

const BACK_MS = 3_000;

/** For a moment after the connection has come back. */
function useWasLost(isConnected: boolean): boolean {
  const [was, setWas] = useState(false);
  const before = useRef(isConnected);
  useEffect(() => {
    const isBack = isConnected && !before.current;
    before.current = isConnected;
    setWas(isBack);
    if (!isBack) return;
    const timer = setTimeout(() => setWas(false), BACK_MS);
    return () => clearTimeout(timer);
  }, [isConnected]);
  return was && isConnected;
}

/** What happened last, and what is asked of who looks. */
function announcement(state: ShownState, table: Table): string {
  const last = state.story.at(-1);
  const happened = last ? told(last, table) : [];
  const isOwnTurn = state.legal.length > 0;
  const now = isOwnTurn || isOver(table.match) ? [headline(table), asked(table, isOwnTurn)] : [];
  return [...new Set([...happened, ...now])].filter(Boolean).join(" ");
}
