// A match that is over, looked at move by move.

import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app_context.js";
import { showFlights } from "../drawing/flights.js";
import { Felt } from "../match/felt.js";
import { headline } from "../match/prompt.js";
import { type Table, TableContext } from "../match/table_context.js";
import { changesOf } from "../position/following.js";
import type { Step } from "../position/steps.js";
import { told } from "../telling/telling.js";
import { Frame } from "./frame.js";
import { gameKey } from "./match_screen.js";

const RUN_MS = 900;

interface ReplayScreenProps {
  readonly table: Table;
  readonly steps: readonly Step[];
  leave(): void;
}

export function ReplayScreen({ table: end, steps, leave }: ReplayScreenProps) {
  const { words } = useApp();
  const root = useRef<HTMLElement>(null);
  const [at, go, isRunning, run] = useReplay(steps, root);
  const step = steps[at];
  if (step === undefined) return null;
  const isLast = at === steps.length - 1;
  const table = tableAt(end, step, isLast);
  const text = step.update ? told(step.update, table).join(" ") : words.say("table.told.dealt");
  const last = steps.at(-1)?.version ?? 0;
  const place = words.say("table.replay.place", { version: step.version, last });
  return (
    <Frame title={words.say(gameKey(end.match))}>
      <TableContext.Provider value={table}>
        <main ref={root} class={`table table-${table.position.game}`}>
          <Felt />
          <div class="foot">
            <section class="prompt replay" aria-label={words.say("table.replay")}>
              <div class="prompt-head">
                <strong>{place}</strong>
                <span class="prompt-asked">{headline(isLast ? table : unseen(table))}</span>
              </div>
              <p class="replay-told" role="status">
                {text}
              </p>
              <input
                type="range"
                min={0}
                max={steps.length - 1}
                value={at}
                aria-label={words.say("table.replay")}
                aria-valuetext={`${place}. ${text}`}
                onInput={(event) => go(event.currentTarget.valueAsNumber)}
              />
              <div class="replay-buttons">
                <ReplayButton word="first" isOff={at === 0} press={() => go(0)} />
                <ReplayButton word="previous" isOff={at === 0} press={() => go(at - 1)} />
                <ReplayButton word={isRunning ? "pause" : "play"} press={() => run(!isRunning)} />
                <ReplayButton word="next" isOff={isLast} press={() => go(at + 1)} />
                <ReplayButton word="last" isOff={isLast} press={() => go(steps.length - 1)} />
                <button type="button" class="quiet" onClick={leave}>
                  {words.say("table.replay.leave")}
                </button>
              </div>
            </section>
          </div>
        </main>
      </TableContext.Provider>
    </Frame>
  );
}

const SIGNS = {
  first: "M5 4h3v16H5ZM20 4v16L9 12Z",
  previous: "M15.500 4 18 6.500 12.500 12l5.500 5.500-2.500 2.500-8-8Z",
  play: "M7 3l13 9L7 21Z",
  pause: "M6 4h4v16H6ZM14 4h4v16h-4Z",
  next: "M8.500 4 6 6.500l5.500 5.500L6 17.500l2.500 2.500 8-8Z",
  last: "M16 4h3v16h-3ZM4 4v16l11-8Z",
} as const;

interface ReplayButtonProps {
  readonly word: keyof typeof SIGNS;
  readonly isOff?: boolean;
  press(): void;
}

function ReplayButton({ word, isOff = false, press }: ReplayButtonProps) {
  const { words } = useApp();
  const name = words.say(`table.replay.${word}`);
  return (
    <button type="button" disabled={isOff} aria-label={name} title={name} onClick={press}>
      <svg class="sign" viewBox="0 0 24 24" aria-hidden="true">
        <path d={SIGNS[word]} />
      </svg>
    </button>
  );
}

/** Where the replay stands; a step forward is shown as it happened. */
function useReplay(steps: readonly Step[], root: { readonly current: HTMLElement | null }) {
  const [at, setAt] = useState(0);
  const [isRunning, run] = useState(false);
  const go = (to: number) => {
    const changes = changesOf(steps[to]?.update ?? { events: [] });
    if (to === at + 1 && changes && root.current) {
      void showFlights(root.current, changes, () => setAt(to));
    } else setAt(Math.max(0, Math.min(to, steps.length - 1)));
  };
  useEffect(() => {
    if (!isRunning) return;
    if (at >= steps.length - 1) return run(false);
    const timer = setTimeout(() => go(at + 1), RUN_MS);
    return () => clearTimeout(timer);
  }, [isRunning, at]);
  return [at, go, isRunning, run] as const;
}

/** A table that is told to nobody in particular. */
function unseen(table: Table): Table {
  return { ...table, viewer: undefined };
}

/** The table as it was. */
function tableAt(end: Table, { position, version }: Step, isLast: boolean): Table {
  const match = { ...end.match, version };
  if (!isLast) delete match.outcome;
  delete match.seatToAct;
  if (position.decision && !isLast) match.seatToAct = position.decision.seat;
  return { ...end, match, position };
}
