// Before the deal: who is there, who is missing, and links for those.

import { timestampMs } from "@bufbuild/protobuf/wkt";
import { useRef, useState } from "preact/hooks";
import { type Match, MatchState } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import { commitmentOf, hexOf } from "../server/commitments.js";
import { keptInvitation } from "../server/invitations.js";
import { fragmentOf, linkTo } from "../server/route.js";
import { seatName } from "../telling/names.js";
import { Frame } from "./frame.js";
import { gameKey, isOver } from "./match_screen.js";

export function WaitingScreen({ match, isConnected }: { match: Match; isConnected: boolean }) {
  const { words } = useApp();
  const isClosed = isOver(match);
  const invitations = match.seats.flatMap(({ seat, isFilled }) => {
    const token = keptInvitation(match.match, seat);
    return token !== undefined && !isFilled && !isClosed ? [{ seat, token }] : [];
  });
  const state = isClosed
    ? words.begin(`state.${MatchState[match.state]}`)
    : words.say("table.waiting");
  return (
    <Frame title={words.say(gameKey(match))}>
      <main class="start">
        <section class="panel">
          <div role="status">
            <h2>{isConnected ? state : words.say("table.connection.lost")}</h2>
          </div>
          <SeatList match={match} />
          <Closing match={match} />
          {isClosed && (
            <div class="ways">
              <a class="button primary" href={fragmentOf({})}>
                {words.say("table.start.new")}
              </a>
            </div>
          )}
        </section>
        {invitations.length > 0 && (
          <section class="panel">
            <h2>{words.say("table.invite.title")}</h2>
            <p>{words.say("table.invite.text")}</p>
            {invitations.map(({ seat, token }) => (
              <CopiedLink
                key={seat}
                label={words.say("table.invite.seat", { number: seat + 1 })}
                link={linkTo(match.match, token)}
              />
            ))}
            {match.spectators?.allowed && (
              <CopiedLink label={words.say("table.invite.watch")} link={linkTo(match.match)} />
            )}
          </section>
        )}
        <Commitment match={match} />
      </main>
    </Frame>
  );
}

export function SeatList({ match }: { match: Match }) {
  const { words } = useApp();
  return (
    <ul class="seats">
      {match.seats.map(({ seat, isFilled, principal }) => (
        <li key={seat} class={isFilled ? "is-filled" : ""}>
          <span class="seat-mark" aria-hidden="true">
            {isFilled ? "✓" : "…"}
          </span>
          <strong>{seatName(match, seat, words)}</strong>
          {principal !== "" && (
            <span class="quiet-text">{words.say(isFilled ? "has_come" : "has_not_come")}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Until when the match waits. */
export function Closing({ match }: { match: Match }) {
  const { words } = useApp();
  if (match.joinDeadline === undefined) return null;
  const time = momentText(new Date(timestampMs(match.joinDeadline)), words.language);
  return <p class="quiet-text">{words.say("table.closes", { time })}</p>;
}

/** The time of day, and the day where that is another one. */
function momentText(moment: Date, language: string): string {
  const isToday = moment.toDateString() === new Date().toDateString();
  return moment.toLocaleString(language, {
    timeStyle: "short",
    ...(!isToday && { dateStyle: "medium" }),
  });
}

/** Published before anybody joins, to be compared after the end. */
export function Commitment({ match }: { match: Match }) {
  const { words } = useApp();
  const text = hexOf(commitmentOf(match));
  if (text === "") return null;
  return (
    <details class="commitment">
      <summary>{words.say("table.commitment")}</summary>
      <code>{text}</code>
    </details>
  );
}

type Copying = "not_yet" | "copied" | "by_hand";

function CopiedLink({ label, link }: { label: string; link: string }) {
  const { words } = useApp();
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<Copying>("not_yet");
  const copy = async () => {
    const isCopied = await copied(link);
    setState(isCopied ? "copied" : "by_hand");
    if (!isCopied) field.current?.focus();
  };
  return (
    <div class="link">
      <label class="field">
        <span class="field-name">{label}</span>
        <input
          ref={field}
          type="text"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <button
        type="button"
        onClick={() => void copy()}
        aria-label={words.pair(words.say("table.copy"), label)}
      >
        {words.say("table.copy")}
      </button>
      <p class={`link-state is-${state}`} role="status">
        {state === "copied" && words.say("table.copied")}
        {state === "by_hand" && words.say("table.copy_by_hand")}
      </p>
    </div>
  );
}

/** Whether a browser took a text to its clipboard: some have none, and some refuse. */
async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
