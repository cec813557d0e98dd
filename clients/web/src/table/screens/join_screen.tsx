// An invitation: what is played, who is there, and under which name one comes; or that it is too late.

import { useEffect, useState } from "preact/hooks";
import {
  CallError,
  type GemwrightError,
  InvalidRequest,
  MatchNotFound,
  NotAuthenticated,
  Unavailable,
} from "../../client/index.js";
import { type Match, MatchState } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import { capitalised, type Words } from "../language/words.js";
import { freshEntropy, keepCommitment } from "../server/commitments.js";
import { fragmentOf } from "../server/route.js";
import { isUsableName } from "../server/session.js";
import { type Attempt, useAttempt } from "../use_attempt.js";
import { Attempted } from "./attempted.js";
import { DeadEnd } from "./dead_end.js";
import { Frame } from "./frame.js";
import { gameKey, isOver } from "./match_screen.js";
import { NameField } from "./name_field.js";
import { Closing, Commitment, SeatList } from "./waiting_screen.js";

/** How often is looked whether somebody has come, or the match is closed. */
const LOOK_MS = 15_000;

interface JoinScreenProps {
  readonly id: string;
  readonly invitation: string;
  enter(): void;
  again(): void;
}

export function JoinScreen({ id, invitation, enter, again }: JoinScreenProps) {
  const { client, session, words, isDevelopment } = useApp();
  const [match, setMatch] = useState<Match>();
  const [isClaimed, setClaimed] = useState(false);
  const looking = useAttempt();
  const joining = useAttempt();
  const look = async (signal: AbortSignal) =>
    setMatch((await client.match(id).get({ signal })).match);
  useEffect(() => {
    void looking.run(look);
  }, [client, id]);
  const canChange = match !== undefined && !isOver(match) && looking.error === undefined;
  useEffect(() => {
    if (!canChange) return;
    const ending = new AbortController();
    const again = () => void lookAgain(ending.signal);
    const timer = setInterval(again, LOOK_MS);
    document.addEventListener("visibilitychange", again);
    return () => {
      ending.abort();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [canChange, client, id]);
  /** Without a word, unless the match cannot be seen any more. */
  const lookAgain = async (signal: AbortSignal) => {
    if (document.hidden) return;
    try {
      await look(signal);
    } catch (error) {
      if (!signal.aborted && !(error instanceof Unavailable)) await looking.run(look);
    }
  };
  const joinAs = (name: string) =>
    joining.run(async (signal) => {
      setClaimed(false);
      if (isDevelopment) session.call(name);
      if (match) keepCommitment(match);
      const how = { entropy: freshEntropy(), signal };
      const joined = await client.match(id).join(invitation, how);
      if (joined.playerToken) session.hold(joined.playerToken);
      enter();
    });
  /** Come back to the seat of this name. */
  const comeBackAs = (name: string) => {
    session.call(name);
    enter();
  };
  const title = words.say("table.join.title");
  const dead = [looking.error, joining.error].find(isDeadEnd);
  if (dead) return <DeadEnd title={title} error={dead} id={id} again={again} />;
  const error = joining.error ?? looking.error;
  const late = isClaimed ? undefined : lateText(match, error, words);
  return (
    <Frame title={title}>
      <main class="start">
        <section class="panel beginning">
          {match && <h2>{words.say(gameKey(match))}</h2>}
          {match && <SeatList match={match} />}
          {match && <Closing match={match} />}
          {late !== undefined && !joining.isUnderWay ? (
            <TooLate id={id} match={match} text={late} claim={() => setClaimed(true)} />
          ) : (
            <Joining
              looking={looking}
              joining={joining}
              seated={isClaimed ? [] : seatedIn(match)}
              joinAs={joinAs}
              comeBackAs={comeBackAs}
            />
          )}
          {match && <Commitment match={match} />}
        </section>
      </main>
    </Frame>
  );
}

function seatedIn(match: Match | undefined): string[] {
  const names = match?.seats.map(({ principal }) => principal) ?? [];
  return names.filter((name) => name !== "");
}

/** Whether an error leaves nothing here to join, or nobody who could. */
function isDeadEnd(error: GemwrightError | undefined): boolean {
  return [InvalidRequest, MatchNotFound, NotAuthenticated].some((kind) => error instanceof kind);
}

/** Why nobody new can come; nothing where somebody perhaps can. */
function lateText(
  match: Match | undefined,
  error: GemwrightError | undefined,
  words: Words,
): string | undefined {
  if (match && isOver(match)) {
    const state = words.say(`state.${MatchState[match.state]}`);
    return `${capitalised(words.say("event.closed", { state }))}.`;
  }
  const reason = error instanceof CallError ? error.reason : "";
  if (reason === "MATCH_PRIVATE" || match?.seats.every(({ isFilled }) => isFilled)) {
    return words.say("table.join.taken");
  }
  return reason === "JOIN_TOKEN_INVALID" ? words.say("table.join.refused") : undefined;
}

interface TooLateProps {
  readonly id: string;
  readonly match: Match | undefined;
  readonly text: string;
  /** Come back to a seat of one's own. */
  claim(): void;
}

function TooLate({ id, match, text, claim }: TooLateProps) {
  const { words } = useApp();
  return (
    <>
      <p class="complaint" role="alert">
        {text}
      </p>
      <div class="ways">
        {match?.spectators?.allowed && (
          <a class="button primary" href={fragmentOf({ match: id })}>
            {words.say("table.join.watch")}
          </a>
        )}
        <a class="button" href={fragmentOf({})}>
          {words.say("table.start.new")}
        </a>
        <button type="button" class="quiet claim" onClick={claim}>
          {words.say("table.join.mine")}
        </button>
      </div>
    </>
  );
}

interface JoiningProps {
  readonly looking: Attempt;
  readonly joining: Attempt;
  /** Names that no other seat can have: whoever comes is somebody else. */
  readonly seated: readonly string[];
  joinAs(name: string): Promise<void>;
  comeBackAs(name: string): void;
}

function Joining({ looking, joining, seated, joinAs, comeBackAs }: JoiningProps) {
  const { words, isDevelopment } = useApp();
  const [name, setName] = useState("");
  const isSeated = seated.includes(name);
  const canJoin = !isDevelopment || (isUsableName(name) && !isSeated);
  return (
    <form
      class="beginning"
      onSubmit={(event) => {
        event.preventDefault();
        void joinAs(name);
      }}
    >
      {isDevelopment && (
        <NameField
          name={name}
          setName={setName}
          complaint={isSeated ? words.say("table.join.name_taken", { name }) : undefined}
        />
      )}
      {isSeated && (
        <button type="button" class="quiet claim" onClick={() => comeBackAs(name)}>
          {words.say("table.join.mine")}
        </button>
      )}
      <button type="submit" class="primary play" disabled={joining.isUnderWay || !canJoin}>
        {words.say(joining.isUnderWay ? "table.loading" : "table.join")}
      </button>
      <Attempted attempt={joining.isUnderWay || joining.error ? joining : looking} />
    </form>
  );
}
