// Giving a match up, asked twice.

import { useState } from "preact/hooks";
import { useApp } from "../app_context.js";

export function ResignButton({ resign }: { resign(): void }) {
  const { words } = useApp();
  const [isAsked, setAsked] = useState(false);
  if (!isAsked) {
    return (
      <button type="button" class="quiet" onClick={() => setAsked(true)}>
        {words.say("table.resign")}
      </button>
    );
  }
  return (
    <span class="sure" role="alertdialog" aria-label={words.say("table.resign.sure")}>
      <span>{words.say("table.resign.sure")}</span>
      <button
        type="button"
        class="danger"
        onClick={(event) => {
          event.currentTarget.closest("details")?.removeAttribute("open");
          resign();
        }}
      >
        {words.say("table.resign")}
      </button>
      <button type="button" onClick={() => setAsked(false)}>
        {words.say("table.resign.no")}
      </button>
    </span>
  );
}
