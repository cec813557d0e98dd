// How an attempt stands: that it takes long, and the way out of it; why it failed.

import { useApp } from "../app_context.js";
import { complaintText } from "../match/complaint.js";
import type { Attempt } from "../use_attempt.js";
import { useLong } from "../use_long.js";

export function Attempted({ attempt }: { attempt: Attempt }) {
  const { words } = useApp();
  const isLong = useLong(attempt.isUnderWay);
  return (
    <>
      <p class={isLong ? "notice" : "unseen"} role="status">
        {attempt.isUnderWay && words.say(isLong ? "table.attempt.long" : "table.loading")}
      </p>
      {isLong && (
        <button type="button" class="give-up" onClick={attempt.giveUp}>
          {words.say("table.attempt.give_up")}
        </button>
      )}
      {attempt.error && (
        <p class="complaint" role="alert">
          {complaintText(attempt.error, words)}
        </p>
      )}
    </>
  );
}
