// The supply of Splendor, and its nobles.

import { part } from "../choosing/choice.js";
import { COLOURS, type Kind } from "../kinds.js";
import { useTable } from "../match/table_context.js";
import { CardSpot } from "./card.js";
import { Gem } from "./gem.js";
import { Group } from "./group.js";
import { Spot } from "./spot.js";

const KINDS_OF_SUPPLY: readonly Kind[] = [...COLOURS, "gold"];

export function Supply() {
  const { position, words } = useTable();
  const name = words.say("picture.supply");
  return (
    <Group label={name} class="supply" caption={name}>
      {KINDS_OF_SUPPLY.map((kind) => (
        <Spot
          key={kind}
          part={part("supply", kind)}
          place={`pool:${kind}`}
          label={words.pair(words.say(kind), position.pool[kind])}
          class={position.pool[kind] ? "pile" : "pile is-gone"}
        >
          <Gem kind={kind} />
          <span class="pile-number">{position.pool[kind]}</span>
        </Spot>
      ))}
    </Group>
  );
}

export function Nobles() {
  const { position, words } = useTable();
  if (position.nobles.length === 0) return null;
  const name = words.say("picture.nobles");
  return (
    <Group label={name} class="tiles nobles" caption={name}>
      {position.nobles.map((noble) => (
        <CardSpot key={noble} card={noble} part={part("card", noble)} place={`noble:${noble}`} />
      ))}
    </Group>
  );
}
