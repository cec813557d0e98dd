// The table itself: what lies on it, and around it what everybody has.

import { Bag, Board, Privileges } from "../drawing/board.js";
import { HoldingPanel } from "../drawing/holding.js";
import { Rows } from "../drawing/rows.js";
import { Nobles, Supply } from "../drawing/supply.js";
import { Counterfeiters, Dug, Royals } from "../drawing/tiles.js";
import type { TimedClocks } from "../server/live.js";
import { useTable } from "./table_context.js";

export function Felt({ clocks }: { clocks?: TimedClocks | undefined }) {
  const { position } = useTable();
  return position.game === "duel" ? <DuelFelt clocks={clocks} /> : <SplendorFelt clocks={clocks} />;
}

interface FeltProps {
  readonly clocks: TimedClocks | undefined;
}

function DuelFelt({ clocks }: FeltProps) {
  return (
    <>
      <Holdings clocks={clocks} />
      <div class="middle">
        <Rows />
        <Dug />
        <Royals />
      </div>
      <div class="aside">
        <Board />
        <div class="stores">
          <Bag />
          <Privileges />
        </div>
        <Counterfeiters />
      </div>
    </>
  );
}

function SplendorFelt({ clocks }: FeltProps) {
  return (
    <>
      <Holdings clocks={clocks} />
      <div class="middle">
        <Rows />
      </div>
      <div class="aside">
        <Nobles />
        <Supply />
      </div>
    </>
  );
}

/** The others in the order of play, the viewer last: nearest to the hand. */
function Holdings({ clocks }: FeltProps) {
  const { position, viewer } = useTable();
  const number = position.holdings.length;
  const first = ((viewer ?? -1) + 1) % number;
  const seats = Array.from({ length: number }, (_, place) => (first + place) % number);
  return (
    <div class={`holdings holdings-${number}`}>
      {seats.map((seat) => (
        <HoldingPanel key={seat} seat={seat} clocks={clocks} />
      ))}
    </div>
  );
}
