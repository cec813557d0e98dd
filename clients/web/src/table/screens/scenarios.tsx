// Prepared positions, to try what is seldom seen.

import { useEffect, useState } from "preact/hooks";
import { GemwrightError } from "../../client/index.js";
import type { Game, Scenario } from "../../client/messages.js";
import { useApp } from "../app_context.js";
import { fragmentOf } from "../server/route.js";
import { useAttempt } from "../use_attempt.js";
import { Attempted } from "./attempted.js";

interface ScenariosProps {
  readonly game: Game;
  /** Who tries them: is to have a name first. */
  readonly name: string;
}

export function Scenarios({ game, name }: ScenariosProps) {
  const { client, session, words } = useApp();
  const scenarios = useScenarios().filter((scenario) => scenario.game === game);
  const attempt = useAttempt();
  if (scenarios.length === 0) return null;
  const open = async (scenario: string, signal: AbortSignal) => {
    session.call(name);
    const wanted = { scenario, spectators: { allowed: true } };
    const made = await client.matches.create(wanted, { signal });
    location.hash = fragmentOf({ match: made.match?.match });
  };
  return (
    <details class="panel scenarios">
      <summary>{words.say("table.start.scenarios")}</summary>
      <ul>
        {scenarios.map(({ scenario, text }) => (
          <li key={scenario}>
            <button
              type="button"
              class="quiet"
              data-scenario={scenario}
              disabled={attempt.isUnderWay}
              onClick={() => attempt.run((signal) => open(scenario, signal))}
            >
              {text}
            </button>
          </li>
        ))}
      </ul>
      <Attempted attempt={attempt} />
    </details>
  );
}

function useScenarios(): readonly Scenario[] {
  const { client, words } = useApp();
  const [scenarios, setScenarios] = useState<readonly Scenario[]>([]);
  useEffect(() => {
    const { language } = words;
    client.catalogue.scenarios({ language }).then(setScenarios, (error: unknown) => {
      if (!(error instanceof GemwrightError)) throw error;
    });
  }, [client, words]);
  return scenarios;
}
