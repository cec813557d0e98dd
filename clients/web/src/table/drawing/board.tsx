// The board of Duel, and what lies beside it: the bag and the privileges.

import { part } from "../choosing/choice.js";
import type { Kind } from "../kinds.js";
import { present } from "../kinds.js";
import { useTable } from "../match/table_context.js";
import { Counted, Gem, Scroll } from "./gem.js";
import { Group } from "./group.js";
import { Spot } from "./spot.js";

const SIDE = 5;
const COLUMNS = "abcde";

export function Board() {
  const { position, words } = useTable();
  return (
    <Group label={words.begin("board")} class="board">
      {position.board.map((kind, cell) => (
        <Cell key={cell} cell={cell} kind={kind} />
      ))}
    </Group>
  );
}

function Cell({ cell, kind }: { cell: number; kind: Kind | undefined }) {
  const { words } = useTable();
  const name = cellName(cell);
  const label =
    kind === undefined
      ? words.say("table.cell_empty", { cell: name })
      : words.say("table.cell", { cell: name, kind: words.say(kind) });
  return (
    <Spot part={part("cell", cell)} place={`cell:${cell}`} label={label} class="cell">
      {kind && <Gem kind={kind} />}
    </Spot>
  );
}

export function cellName(cell: number): string {
  return `${COLUMNS[cell % SIDE] ?? ""}${Math.floor(cell / SIDE) + 1}`;
}

/** What is in the bag: empty kinds are left out. */
export function Bag() {
  const { position, words } = useTable();
  const tokens = present(position.pool);
  return (
    <section class="bag" data-place="pool" aria-label={words.begin("bag")}>
      <h3>{words.begin("bag")}</h3>
      <p class="counts">
        {tokens.length === 0 && <span class="nothing">0</span>}
        {tokens.map(([kind, number]) => (
          <Counted key={kind} kind={kind} number={number} />
        ))}
      </p>
    </section>
  );
}

export function Privileges() {
  const { position, words } = useTable();
  return (
    <section class="privileges" data-place="privileges" aria-label={words.say("privileges")}>
      <h3>{words.say("privileges")}</h3>
      <p class="counts">
        <span class="counted">
          <Scroll />
          <span>{position.privileges}</span>
        </span>
      </p>
    </section>
  );
}
