// Where an address leads nowhere: what is wrong with which part of it, and the ways on.

import {
  type GemwrightError,
  InvalidRequest,
  MatchNotFound,
  NotAuthenticated,
} from "../../client/index.js";
import { useApp } from "../app_context.js";
import type { Words } from "../language/words.js";
import { complaintText } from "../match/complaint.js";
import { fragmentOf } from "../server/route.js";
import { Frame } from "./frame.js";

/** No id is as long; what stands in an address may be anything. */
const MOST_SIGNS = 40;

interface DeadEndProps {
  readonly title: string;
  readonly error: GemwrightError;
  /** The match that the address names. */
  readonly id: string;
  /** Try again, as somebody without a token. */
  again(): void;
}

export function DeadEnd({ title, error, id, again }: DeadEndProps) {
  const { words } = useApp();
  return (
    <Frame title={title}>
      <main class="start">
        <section class="panel dead-end">
          <p class="complaint" role="alert">
            {deadEndText(error, id, words)}
          </p>
          <div class="ways">
            {error instanceof NotAuthenticated && (
              <button type="button" class="primary" onClick={again}>
                {words.say("table.token.without")}
              </button>
            )}
            <a class="button" href={fragmentOf({})}>
              {words.say("table.home")}
            </a>
          </div>
        </section>
      </main>
    </Frame>
  );
}

function deadEndText(error: GemwrightError, id: string, words: Words): string {
  const match = id.length > MOST_SIGNS ? `${id.slice(0, MOST_SIGNS)}…` : id;
  if (error instanceof InvalidRequest) return words.say("table.address.wrong", { match });
  if (error instanceof MatchNotFound) return words.say("table.address.gone", { match });
  return complaintText(error, words);
}
