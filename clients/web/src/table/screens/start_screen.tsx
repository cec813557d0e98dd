// Begin a match, or go on with one.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Game } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import { keepCommitment } from "../server/commitments.js";
import { keepInvitation } from "../server/invitations.js";
import { fragmentOf } from "../server/route.js";
import { isUsableName } from "../server/session.js";
import { useAttempt } from "../use_attempt.js";
import { Attempted } from "./attempted.js";
import { Frame } from "./frame.js";
import { NameField } from "./name_field.js";
import { CLOCKS, GAMES, type NewMatch, OTHERS, PRESET, requestOf, SEATS } from "./new_match.js";
import { OwnMatches } from "./own_matches.js";
import { Scenarios } from "./scenarios.js";

export function StartScreen() {
  const { words, isDevelopment } = useApp();
  return (
    <Frame title={words.say("table.start.new")} isHome>
      <main class="start">
        {isDevelopment ? <Beginning /> : <p class="panel">{words.say("table.start.keys")}</p>}
        {isDevelopment && <OwnMatches />}
      </main>
    </Frame>
  );
}

function Beginning() {
  const { client, session, words } = useApp();
  const [name, setName] = useState(session.name ?? suggestedName());
  const [choice, setChoice] = useState(PRESET);
  const attempt = useAttempt();
  const begin = async (signal: AbortSignal) => {
    session.call(name);
    const made = await client.matches.create(requestOf(choice, name), { signal });
    const { match, joinTokens } = made;
    if (match) keepCommitment(match);
    for (const { seat, token } of joinTokens) keepInvitation(match?.match ?? "", seat, token);
    location.hash = fragmentOf({ match: match?.match });
  };
  return (
    <>
      <form
        class="panel beginning"
        onSubmit={(event) => {
          event.preventDefault();
          void attempt.run(begin);
        }}
      >
        <h2>{words.say("table.start.new")}</h2>
        <Choices choice={choice} setChoice={setChoice} />
        <NameField name={name} setName={setName} />
        <button
          type="submit"
          class="primary play"
          disabled={attempt.isUnderWay || !isUsableName(name)}
        >
          {words.say(attempt.isUnderWay ? "table.loading" : "table.play")}
        </button>
        <Attempted attempt={attempt} />
      </form>
      {isUsableName(name) && <Scenarios game={choice.game} name={name} />}
    </>
  );
}

interface ChoicesProps {
  readonly choice: NewMatch;
  setChoice(choice: NewMatch): void;
}

function Choices({ choice, setChoice }: ChoicesProps) {
  const { words } = useApp();
  return (
    <>
      <Options label={words.say("table.start.game")}>
        {GAMES.map((game) => (
          <Option
            key={game}
            group="game"
            isChosen={game === choice.game}
            choose={() => setChoice({ ...choice, game })}
          >
            {words.say(`game.${Game[game]?.toLowerCase()}`)}
          </Option>
        ))}
      </Options>
      {choice.game === Game.SPLENDOR && (
        <Options label={words.say("table.start.players")}>
          {SEATS.map((seats) => (
            <Option
              key={seats}
              group="seats"
              isChosen={seats === choice.seats}
              choose={() => setChoice({ ...choice, seats })}
            >
              {seats}
            </Option>
          ))}
        </Options>
      )}
      <Options label={words.say("table.start.against")}>
        {OTHERS.map((others) => (
          <Option
            key={others}
            group="others"
            isChosen={others === choice.others}
            choose={() => setChoice({ ...choice, others })}
          >
            {words.say(others === "friends" ? "table.friends" : `table.bot.${others}`)}
          </Option>
        ))}
      </Options>
      <Options label={words.say("table.start.clock")}>
        {CLOCKS.map((clock) => (
          <Option
            key={clock.key}
            group="clock"
            isChosen={clock === choice.clock}
            choose={() => setChoice({ ...choice, clock })}
          >
            {words.say(`table.clock.${clock.key}`, { ...clock })}
          </Option>
        ))}
      </Options>
    </>
  );
}

function Options({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <fieldset class="field">
      <legend class="field-name">{label}</legend>
      <div class="options">{children}</div>
    </fieldset>
  );
}

interface OptionProps {
  readonly group: string;
  readonly isChosen: boolean;
  choose(): void;
  readonly children: ComponentChildren;
}

function Option({ group, isChosen, choose, children }: OptionProps) {
  return (
    <label class={isChosen ? "option is-chosen" : "option"}>
      <input type="radio" name={group} class="unseen" checked={isChosen} onChange={choose} />
      {children}
    </label>
  );
}

/** A name to begin with, for whoever does not care: nobody else on this server has it. */
function suggestedName(): string {
  return `player-${Math.random().toString(36).slice(2, 6)}`;
}
