// What was pointed at leaves some of the legal actions; what they have in common says itself.

import type { Choice, Part } from "./choice.js";

export interface Narrowed {
  /** The actions that have everything that was pointed at. */
  readonly left: readonly Choice[];
  /** What can be pointed at next. */
  readonly open: ReadonlySet<Part>;
  /** What was pointed at, and what goes without saying. */
  readonly chosen: ReadonlySet<Part>;
  /** The action that is named completely, if one is; perhaps more could still be added to it. */
  readonly named: Choice | undefined;
}

export function narrow(choices: readonly Choice[], pointed: readonly Part[]): Narrowed {
  const left = choices.filter((choice) => rest(choice, pointed) !== undefined);
  const said = [...pointed, ...common(left, pointed)];
  const named = left.find((choice) => rest(choice, said)?.length === 0);
  return { left, open: next(left, said), chosen: new Set(said), named };
}

/** What is pointed at once this has been pointed at too, or no longer. */
export function pointAt(choices: readonly Choice[], pointed: readonly Part[], at: Part): Part[] {
  const more = [...pointed, at];
  if (narrow(choices, more).left.length > 0) return more;
  if (pointed.includes(at)) return pointed.filter((some) => some !== at);
  return narrow(choices, [at]).left.length > 0 ? [at] : [...pointed];
}

/** The parts of a choice that were not pointed at; nothing where it lacks one that was. */
function rest(choice: Choice, pointed: readonly Part[]): Part[] | undefined {
  if (choice.isOrdered) {
    const begins = pointed.every((some, place) => choice.parts[place] === some);
    return begins ? choice.parts.slice(pointed.length) : undefined;
  }
  const parts = [...choice.parts];
  for (const some of pointed) {
    const place = parts.indexOf(some);
    if (place < 0) return undefined;
    parts.splice(place, 1);
  }
  return parts;
}

/** What all of them still ask for: every one of it, or only the next one where order counts. */
function common(left: readonly Choice[], pointed: readonly Part[]): Part[] {
  const [first, ...others] = left;
  if (first === undefined) return [];
  if (others.length === 0) return rest(first, pointed) ?? [];
  const shared: Part[] = [];
  for (const some of rest(first, pointed) ?? []) {
    if (others.every((choice) => rest(choice, [...pointed, ...shared, some]) !== undefined)) {
      shared.push(some);
    }
  }
  return shared;
}

function next(left: readonly Choice[], said: readonly Part[]): Set<Part> {
  const open = left.flatMap((choice) => {
    const more = rest(choice, said) ?? [];
    return choice.isOrdered ? more.slice(0, 1) : more;
  });
  return new Set(open);
}
