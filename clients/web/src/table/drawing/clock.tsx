// The clock of a seat, counted down here from what the server said last.

import { durationMs } from "@bufbuild/protobuf/wkt";
import { useEffect, useState } from "preact/hooks";
import type { SeatClock } from "../../client/messages.js";
import { useTable } from "../match/table_context.js";

const TICK_MS = 250;
const SOON_MS = 10_000;

export function Clock({ clock, since, name }: { clock: SeatClock; since: number; name: string }) {
  const { words } = useTable();
  const now = useNow(clock.isRunning);
  const said = clock.remaining ? durationMs(clock.remaining) : 0;
  const left = Math.max(0, clock.isRunning ? said - (now - since) : said);
  const time = clockText(left, (days, hours) => words.say("short.days", { days, hours }));
  const mood = `${clock.isRunning ? "is-running" : ""} ${left < SOON_MS ? "is-short" : ""}`;
  return (
    <span
      class={`clock ${mood}`}
      role="timer"
      aria-label={words.say("table.time_left", { name, time })}
    >
      {time}
    </span>
  );
}

function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

/** Minutes and seconds, hours before them where there are any; days as words have them. */
export function clockText(left: number, days: (days: number, hours: number) => string): string {
  const seconds = Math.ceil(left / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return days(Math.floor(hours / 24), hours % 24);
  const minutes = Math.floor(seconds / 60) % 60;
  const last = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${last}` : `${minutes}:${last}`;
}
