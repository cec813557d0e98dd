// What is asked, what was chosen so far, and what can be done with it.

import type { ComponentChildren, TargetedMouseEvent } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type DuelUnit, MatchState, type Payment } from "../../client/messages.js";
import { nameOf, type Part, type PartSort, part, sortOf } from "../choosing/choice.js";
import type { Narrowed } from "../choosing/narrowing.js";
import type { Choosing } from "../choosing/use_choosing.js";
import { Clock } from "../drawing/clock.js";
import { Counted, Gem } from "../drawing/gem.js";
import { Score } from "../drawing/holding.js";
import { countsOf, KINDS, kindOf, present } from "../kinds.js";
import { cardName, cardText } from "../language/descriptions.js";
import { capitalised, type Words } from "../language/words.js";
import type { LiveState, TimedClocks } from "../server/live.js";
import { seatName } from "../telling/names.js";
import { reasonTexts, verdictText } from "../telling/telling.js";
import { useLong } from "../use_long.js";
import { Refusal } from "./complaint.js";
import { type Table, useTable } from "./table_context.js";

interface PromptProps {
  readonly state: LiveState;
  readonly choosing: Choosing;
  /** What can be done once the match is over. */
  readonly children: ComponentChildren;
}

export function Prompt({ state, choosing, children }: PromptProps) {
  const table = useTable();
  const isOwnTurn = state.legal.length > 0;
  const isOver = table.match.seatToAct === undefined;
  const isLong = useLong(state.isSending);
  return (
    <section class={isOwnTurn ? "prompt is-own" : "prompt"} aria-label={headline(table)}>
      <div class="prompt-head" tabIndex={-1}>
        <strong>{headline(table)}</strong>
        <span class="prompt-asked">{asked(table, isOwnTurn)}</span>
        {!isOver && <Standing />}
        {state.isSending && <span class="prompt-sending">{table.words.say("table.sending")}</span>}
      </div>
      <p class={isLong ? "notice" : "unseen"} role="status">
        {isLong && table.words.say("table.sending.long")}
      </p>
      {state.refusal && <Refusal error={state.refusal} canChoose={isOwnTurn} />}
      {isOwnTurn && !state.isSending && <Choosings choosing={choosing} />}
      <Inspected choosing={choosing} />
      {children}
    </section>
  );
}

/** Why one is never asked: one only watches, or has left the match. */
function Standing() {
  const { position, viewer, words } = useTable();
  if (viewer === undefined) return <span class="tag">{words.say("table.watching")}</span>;
  if (!position.holdings[viewer]?.droppedOut) return null;
  return <span class="tag">{words.say("dropped_out")}</span>;
}

/** Whose turn it is, or who has won. */
export function headline(table: Table): string {
  const { match, position, words, viewer } = table;
  const outcome = match.outcome ?? position.outcome;
  if (outcome) return verdictText(outcome, table);
  const seat = match.seatToAct;
  if (seat === undefined) return words.begin(`state.${MatchState[match.state]}`);
  if (seat === viewer) return words.say("table.turn.yours");
  return words.say("table.turn.of", { name: seatName(match, seat, words) });
}

/** Here `left` counts what goes to the bottom, which one choice settles. */
const ORDERING = "duel.DIG";

/** What is to be decided, and which card asks for it; after the end why it came. */
export function asked({ match, position, cards, words }: Table, isOwnTurn: boolean): string {
  const outcome = match.outcome ?? position.outcome;
  if (outcome) return reasonTexts(outcome, words).join(" ");
  const decision = position.decision;
  if (decision === undefined) return "";
  const parts: string[] = [];
  if (isOwnTurn) parts.push(words.find(`decision.${decision.name}`) ?? "");
  const card = cards.get(decision.card ?? "");
  if (card) parts.push(words.say("table.because", { card: cardName(card, words) }));
  if (decision.left > 1 && decision.name !== ORDERING)
    parts.push(words.begin("table.left", { number: decision.left - 1 }));
  if (position.isExtraTurnDue) parts.push(words.begin("extra_turn_due"));
  if (position.isLastRound) parts.push(words.begin("last_round"));
  return parts.filter(Boolean).join(" · ");
}

function Choosings({ choosing }: { choosing: Choosing }) {
  const { words } = useTable();
  const { narrowed, pointed, hasChosen, isUnderWay } = choosing;
  const buttons = new Set([...pointed, ...narrowed.open].filter(isButton));
  if (!hasChosen) for (const some of buttons) if (sortOf(some) === "colour") buttons.delete(some);
  const verb = [...narrowed.chosen].find((some) => sortOf(some) === "verb");
  return (
    <>
      <p
        class={`prompt-hint ${hasChosen ? "is-doing" : ""} ${isUnderWay ? "" : "is-keys"}`}
        role="status"
      >
        {hint(choosing, words)}
      </p>
      <Payments choosing={choosing} />
      <div class="prompt-buttons">
        {[...buttons].map((some) => (
          <PartButton key={some} part={some} choosing={choosing} />
        ))}
        {hasChosen && (
          <button type="button" class="quiet clear" onClick={leaving(choosing.clear)}>
            {words.say("table.clear")}
          </button>
        )}
        {narrowed.named !== undefined && (
          <button type="button" class="primary confirm" onClick={leaving(choosing.confirm)}>
            {verb
              ? words.pair(words.say("table.confirm"), verbText(verb, words))
              : words.say("table.confirm")}
          </button>
        )}
      </div>
    </>
  );
}

/** A button that takes itself away leaves the focus with what is asked next. */
function leaving(done: () => void) {
  return (event: TargetedMouseEvent<HTMLButtonElement>) => {
    const prompt = event.currentTarget.closest(".prompt");
    prompt?.querySelector<HTMLElement>(".prompt-head")?.focus({ preventScroll: true });
    done();
  };
}

function isButton(some: Part): boolean {
  return ["verb", "colour", "number"].includes(sortOf(some));
}

function PartButton({ part, choosing }: { part: Part; choosing: Choosing }) {
  const { words } = useTable();
  const kind = KINDS.find((some) => some === nameOf(part));
  const isChosen = choosing.narrowed.chosen.has(part);
  return (
    <button
      type="button"
      class={isChosen ? "choice is-chosen" : "choice"}
      data-part={part}
      aria-pressed={isChosen}
      onClick={() => choosing.pointing.point(part)}
    >
      {sortOf(part) === "colour" && kind && <Gem kind={kind} />}
      {partText(part, words)}
    </button>
  );
}

function partText(part: Part, words: Words): string {
  if (sortOf(part) === "verb") return verbText(part, words);
  return sortOf(part) === "colour" ? words.say(nameOf(part)) : nameOf(part);
}

function verbText(part: Part, words: Words): string {
  return words.say(`table.verb.${nameOf(part)}`);
}

/** What is being done, and what to point at next. */
function hint(choosing: Choosing, words: Words): string {
  const { chosen } = choosing.narrowed;
  if (chosen.has(RESERVE)) return reserving(choosing.narrowed, words);
  const verb = choosing.hasChosen && [...chosen].find((some) => sortOf(some) === "verb");
  const parts = [verb ? verbText(verb, words) : "", next(choosing, words)];
  return parts.filter(Boolean).join(" · ");
}

const RESERVE = part("verb", "reserve");

/** Which card is reserved, and where actions name one, which gold is taken with it. */
function reserving({ chosen, open }: Narrowed, words: Words): string {
  const has = (parts: ReadonlySet<Part>, sort: PartSort) =>
    [...parts].some((some) => sortOf(some) === sort);
  const what = (["card", "deck"] as const).find((sort) => has(chosen, sort)) ?? "which";
  const parts = [words.say(`table.reserve.${what}`)];
  if (has(chosen, "cell")) parts.push(words.say("table.reserve.with_gold"));
  else if (has(open, "cell")) parts.push(words.say("table.reserve.choose_gold"));
  return parts.join(" ");
}

function next({ narrowed, isUnderWay, payments }: Choosing, words: Words): string {
  const { open, named } = narrowed;
  const sorts = new Set([...open].map(sortOf));
  if (payments.length > 0) return words.say("table.pay");
  if (named !== undefined) return open.size > 0 ? words.say("table.choose.more") : "";
  if (sorts.has("dug")) return words.say("table.choose.dug");
  if (!isUnderWay) return words.say("table.choose.keys");
  const wanted = HINTS.find(([sort]) => sorts.has(sort))?.[1] ?? "token";
  return words.say(`table.choose.${wanted}`);
}

const HINTS: readonly (readonly [PartSort, string])[] = [
  ["colour", "colour"],
  ["verb", "verb"],
  ["number", "number"],
  ["card", "card"],
  ["deck", "card"],
  ["reserve", "card"],
  ["cell", "cell"],
];

function Payments({ choosing }: { choosing: Choosing }) {
  const { words } = useTable();
  if (choosing.payments.length === 0) return null;
  return (
    <div role="radiogroup" aria-label={words.say("table.pay")} class="payments">
      {choosing.payments.map((payment, place) => (
        <label key={place} class={place === choosing.payment ? "payment is-chosen" : "payment"}>
          <input
            type="radio"
            name="payment"
            class="unseen"
            checked={place === choosing.payment}
            onChange={() => choosing.choosePayment(place)}
          />
          <Paid payment={payment} />
        </label>
      ))}
    </div>
  );
}

function Paid({ payment: { game } }: { payment: Payment }) {
  const { words } = useTable();
  const tokens = present(countsOf(game.value?.tokens));
  const units = game.case === "duel" ? game.value.units : [];
  return (
    <>
      {tokens.length === 0 && words.say("table.pay.nothing")}
      {tokens.map(([kind, number]) => (
        <span key={kind}>
          <Counted kind={kind} number={number} />
          <span class="unseen">{words.say(kind)}</span>
        </span>
      ))}
      {units.map((unit) => (
        <Discount key={`${unit.card} ${unit.kind}`} unit={unit} />
      ))}
    </>
  );
}

/** A discount by what its card does, and the kind that it lowers. */
function Discount({ unit }: { unit: DuelUnit }) {
  const { cards, words } = useTable();
  const abilities = cards.get(unit.card)?.abilities ?? [];
  const kind = kindOf(unit.kind);
  return (
    <span class="discount">
      {abilities.map((ability) => words.find(`short.${ability}`) ?? ability).join(" ")}
      {kind && <Gem kind={kind} />}
      {kind && <span class="unseen">{words.say(kind)}</span>}
    </span>
  );
}

/** The card that was pressed last, in full. */
function Inspected({ choosing }: { choosing: Choosing }) {
  const { cards, words } = useTable();
  const card = cards.get(choosing.inspected ?? "");
  if (card === undefined) return null;
  return <p class="inspected">{capitalised(cardText(card, words))}.</p>;
}

/** On a small screen what one has lies off the screen: here it is in short, below what is asked. */
export function OwnStrip({ clocks }: { clocks: TimedClocks | undefined }) {
  const { match, position, viewer, words } = useTable();
  const own = viewer === undefined ? undefined : position.holdings[viewer];
  if (viewer === undefined || own === undefined) return null;
  const clock = clocks?.clocks.seats[viewer];
  const kinds = KINDS.filter((kind) => own.tokens[kind] + own.bonuses[kind] > 0);
  return (
    <div class="own-strip" aria-hidden="true">
      {clock && clocks && (
        <Clock clock={clock} since={clocks.since} name={seatName(match, viewer, words)} />
      )}
      <Score holding={own} />
      {kinds.map((kind) => (
        <span class="counted" key={kind}>
          <Gem kind={kind} />
          {own.tokens[kind]}
          {own.bonuses[kind] > 0 && <small>+{own.bonuses[kind]}</small>}
        </span>
      ))}
    </div>
  );
}

/** Says to those who hear the table what has changed. */
export function Announcer({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), ANNOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div class="unseen" aria-live="polite" role="status" data-announcer>
      {said}
    </div>
  );
}

/** So long nothing more has to happen before it is said: several things are said together. */
const ANNOUNCE_MS = 150;
