// The signs of the abilities of cards.

const SIGNS: Readonly<Record<string, string>> = {
  extra_turn: "M12 4a8 8 0 1 1-7.4 5M4 3v6h6",
  take_matching: "M12 4v12M6.5 11l5.5 5.500L17.5 11M5 20.500h14",
  privilege: "M6 3h12v18H6ZM9 8h6M9 12h6M9 16h3",
  steal: "M20 8H6M10 3.5 5 8l5 4.500M4 16h14M14 11.5 19 16l-5 4.5",
};

/** Nothing for an ability that words tell better. */
export function AbilitySign({ ability }: { ability: string }) {
  const sign = SIGNS[ability];
  if (sign === undefined) return null;
  return (
    <svg class="sign ability-sign" viewBox="0 0 24 24" aria-hidden="true">
      <path d={sign} />
    </svg>
  );
}
