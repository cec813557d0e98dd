// Royal cards and counterfeiters that lie face up, and the cards that somebody looks at.

import { part } from "../choosing/choice.js";
import { useTable } from "../match/table_context.js";
import { Back, CardSpot } from "./card.js";
import { Group } from "./group.js";

export function Royals() {
  const { position, words } = useTable();
  const number = position.royalDeck;
  const name = words.say("picture.royals");
  return (
    <Group label={name} class="tiles royals" caption={name}>
      {position.royals.map((card, slot) => (
        <CardSpot key={slot} card={card} part={part("card", card)} place={`royal:${slot}`} />
      ))}
      {number > 0 && (
        <Back
          level={0}
          number={number}
          label={words.say("table.deck_named", { name, number })}
          place="royalDeck"
          size="deck"
        />
      )}
    </Group>
  );
}

export function Counterfeiters() {
  const { position, words } = useTable();
  const number = position.counterfeiterDeck;
  if (position.counterfeiters.length === 0) return null;
  const name = words.say("picture.counterfeiters");
  return (
    <Group label={name} class="tiles counterfeiters" caption={name}>
      {position.counterfeiters.map((card, slot) => (
        <CardSpot
          key={slot}
          card={card}
          part={part("card", card)}
          place={`counterfeiter:${slot}`}
        />
      ))}
      <Back
        level={0}
        number={number}
        label={words.say("table.deck_named", { name, number })}
        part={part("deck", "counterfeiters")}
        place="counterfeiterDeck"
        size="deck"
      />
    </Group>
  );
}

/** The cards that a seat is looking at: open for it alone. */
export function Dug() {
  const { position, words } = useTable();
  if (position.dugLevel === undefined) return null;
  return (
    <Group label={words.say("picture.dug")} class="tiles dug" caption={words.say("picture.dug")}>
      {position.dug.map((card, place) => (
        <CardSpot key={card} card={card} part={part("dug", place)} place={`dug:${place}`} />
      ))}
      {position.dug.length === 0 && (
        <Back
          level={position.dugLevel}
          label={words.pair(words.say("picture.dug"), `${words.say("level")} ${position.dugLevel}`)}
          place="dug:0"
          size="deck"
        />
      )}
    </Group>
  );
}
