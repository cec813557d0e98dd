// What happened so far, the newest first.

import type { Update } from "../../client/messages.js";
import { told } from "../telling/telling.js";
import { useTable } from "./table_context.js";

const MOST_SHOWN = 60;

export function Story({ updates }: { updates: readonly Update[] }) {
  const table = useTable();
  const { words } = table;
  const shown = updates.slice(-MOST_SHOWN).toReversed();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section class="story" aria-label={words.say("table.moves")} tabIndex={0}>
      <h2>{words.say("table.moves")}</h2>
      <ol reversed start={updates.length}>
        {shown.map((update) => (
          <li key={update.version}>{told(update, table).join(" ")}</li>
        ))}
      </ol>
    </section>
  );
}
