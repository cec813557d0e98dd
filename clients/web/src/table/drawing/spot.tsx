// One thing on the table: it can be pointed at, looked at, flown from and flown to.

import type { ComponentChildren } from "preact";
import type { Part } from "../choosing/choice.js";
import { usePointing } from "../choosing/pointing.js";

interface SpotProps {
  /** What it is in an action; nothing where no action names it. */
  readonly part?: Part | undefined;
  /** Where it is, for what flies. */
  readonly place?: string | undefined;
  /** The card that can be looked at here. */
  readonly card?: string | undefined;
  /** What it is called by those who do not see it. */
  readonly label: string;
  readonly class: string;
  readonly children?: ComponentChildren;
}

export function Spot({ part, place, card, label, class: kind, children }: SpotProps) {
  const pointing = usePointing();
  const state = part === undefined ? "idle" : pointing.stateOf(part);
  const isIdle = state === "idle";
  const press = () => {
    if (card) pointing.inspect(card);
    if (part !== undefined && !isIdle) pointing.point(part);
  };
  return (
    <button
      type="button"
      class={`spot ${kind} is-${state}`}
      data-place={place}
      data-part={part}
      data-mark={state === "chosen" && part !== undefined ? pointing.markOf(part) : undefined}
      aria-pressed={isIdle ? undefined : state === "chosen"}
      aria-disabled={isIdle && !card ? true : undefined}
      tabIndex={-1}
      onClick={press}
    >
      <span class="unseen">{label}</span>
      <span class="looks" aria-hidden="true">
        {children}
      </span>
    </button>
  );
}
