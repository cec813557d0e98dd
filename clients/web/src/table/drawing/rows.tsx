// The cards that lie face up, each level beside its deck.

import { part } from "../choosing/choice.js";
import { useTable } from "../match/table_context.js";
import { LEVEL_SLOTS } from "../position/position.js";
import { Back, CardSpot } from "./card.js";
import { Group } from "./group.js";

const HIGHEST_FIRST = [3, 2, 1];

export function Rows() {
  const { position, words } = useTable();
  const name = words.begin(position.game === "duel" ? "pyramid" : "picture.face_up");
  return (
    <Group label={name} class={`rows rows-${position.game}`}>
      {HIGHEST_FIRST.map((level) => (
        <div class="row" key={level}>
          <Deck level={level} />
          <div class="row-cards">
            {LEVEL_SLOTS[position.game][level - 1]?.map((slot) => (
              <CardSpot
                key={slot}
                card={position.slots[slot] ?? ""}
                part={part("card", position.slots[slot] ?? "")}
                place={`slot:${slot}`}
              />
            ))}
          </div>
        </div>
      ))}
    </Group>
  );
}

function Deck({ level }: { level: number }) {
  const { position, words } = useTable();
  const number = position.decks[level - 1] ?? 0;
  return (
    <Back
      level={level}
      number={number}
      label={words.say("table.deck", { level, number })}
      part={part("deck", level)}
      place={`deck:${level}`}
      size="deck"
    />
  );
}
