// Tokens: every kind has a shape of its own besides its colour.

import type { Kind } from "../kinds.js";

/** The outline of each kind, and the lines of its facets, in a square of 24. */
const SHAPES: Readonly<Record<Kind, readonly [outline: string, facets: string]>> = {
  white: ["M6.5 4h11L22 10 12 21.5 2 10Z", "M2 10h20M6.5 4 9 10l3 11.5L15 10l2.5-6M9 10l3-6 3 6"],
  blue: [
    "M12 1.8c4.8 6.1 7 9.5 7 13a7 7 0 0 1-14 0c0-3.5 2.2-6.9 7-13Z",
    "M12 5.5c-2.8 3.9-4 6.4-4 9.2a4 4 0 0 0 4 4.1",
  ],
  green: ["M8 2.5h8l3.5 3.5v12L16 21.5H8L4.5 18V6Z", "M9.5 6.500h5L16 8v8l-1.5 1.500h-5L8 16V8Z"],
  red: ["M12 2.2 22.6 20.500H1.400Z", "M12 9.200l4.6 8H7.400Z"],
  black: ["M12 1.2 20.5 12 12 22.8 3.5 12Z", "M3.5 12h17M12 1.2 9 12l3 10.800L15 12Z"],
  pearl: ["M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Z", "M7 10.500a5.6 5.6 0 0 1 4-4.2"],
  gold: [
    "m12 1.3 2.6 3.2 4-1 .4 4.1 3.8 1.700L21 12l1.8 2.7-3.8 1.7-.4 4.1-4-1L12 22.700l-2.6-3.2-4 1-.4-4.1-3.8-1.700L3 12 1.2 9.3 5 7.600l.4-4.1 4 1Z",
    "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z",
  ],
  glassware: [
    "M5 2.500h14c0 6.3-2.2 9.8-5.5 10.800v5h4v3.200h-11v-3.200h4v-5C7.2 12.3 5 8.8 5 2.500Z",
    "M6.2 7h11.6",
  ],
};

export function Gem({ kind, class: more = "" }: { kind: Kind; class?: string }) {
  const [outline, facets] = SHAPES[kind];
  return (
    <svg class={`gem tone-${kind} ${more}`} viewBox="0 0 24 24" aria-hidden="true">
      <path class="gem-body" d={outline} />
      <path class="gem-facets" d={facets} />
    </svg>
  );
}

/** Any colour: the sign of a wild card. */
export function AnyColour() {
  return (
    <svg class="gem tone-any" viewBox="0 0 24 24" aria-hidden="true">
      <path class="gem-body" d="M12 2.500a9.5 9.5 0 1 0 0 19 9.5 9.5 0 0 0 0-19Z" />
      <path class="gem-facets" d="M12 2.500v19M3.8 7.200l16.4 9.600M20.2 7.2 3.8 16.8" />
    </svg>
  );
}

export function Crown() {
  return (
    <svg class="sign crown" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M2.5 7.5 7.5 12 12 4l4.5 8 5-4.5-2 12h-15Z" />
    </svg>
  );
}

/** A privilege: a scroll. */
export function Scroll() {
  return (
    <svg class="sign scroll" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M5.5 3h13v15a3 3 0 0 1-3 3h-10Z" />
      <path class="scroll-lines" d="M8.5 7.500h7M8.5 11h7M8.5 14.500h4.5" />
    </svg>
  );
}

/** A scroll's or a gem's number beside it. */
export function Counted({ kind, number }: { kind: Kind; number: number }) {
  return (
    <span class="counted">
      <Gem kind={kind} />
      <span>{number}</span>
    </span>
  );
}
