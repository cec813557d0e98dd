// Things that lie together: one stop of the Tab key, and arrow keys within.

import type { ComponentChildren, TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface GroupProps {
  readonly label: string;
  readonly class: string;
  /** What stands above it, where it is not obvious what lies there. */
  readonly caption?: string;
  readonly children: ComponentChildren;
}

const SPOTS = "button.spot";
type Point = readonly [x: number, y: number];

/** Where each arrow key leads. */
const WAYS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much worse it is to be off the way than far along it. */
const ASIDE = 3;

export function Group({ label, class: kind, caption, children }: GroupProps) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (root.current) keepOneStop(root.current);
  });
  const group = (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for what is filled in
    <div
      role="group"
      ref={root}
      class={kind}
      aria-label={label}
      onFocusIn={(event) => stopAt(event.currentTarget, event.target)}
      onKeyDown={move}
    >
      {children}
    </div>
  );
  if (caption === undefined) return group;
  return (
    <div class="part">
      <p class="part-name" aria-hidden="true">
        {caption}
      </p>
      {group}
    </div>
  );
}

/** Where the Tab key arrives: what had the focus last, or what can be chosen, or the first. */
function keepOneStop(root: HTMLElement): void {
  const spots = spotsOf(root);
  if (spots.filter((spot) => spot.tabIndex === 0).length === 1) return;
  const first = spots.find((spot) => spot.classList.contains("is-open")) ?? spots[0];
  stopAt(root, first ?? null);
}

function stopAt(root: HTMLElement, target: EventTarget | null): void {
  for (const spot of spotsOf(root)) spot.tabIndex = spot === target ? 0 : -1;
}

function move(event: TargetedKeyboardEvent<HTMLDivElement>): void {
  const way = WAYS[event.key];
  const from = document.activeElement;
  if (way === undefined || !(from instanceof HTMLElement) || !from.matches(SPOTS)) return;
  const to = nearest(from, spotsOf(event.currentTarget), way);
  if (to === undefined) return;
  event.preventDefault();
  to.focus();
}

function nearest(from: HTMLElement, spots: readonly HTMLElement[], [x, y]: Point) {
  const [left, top] = centre(from);
  const ways = spots.map((spot) => {
    const [right, bottom] = centre(spot);
    const along = (right - left) * x + (bottom - top) * y;
    const aside = Math.abs((right - left) * y) + Math.abs((bottom - top) * x);
    return { spot, along, far: along + ASIDE * aside };
  });
  const ahead = ways.filter(({ spot, along }) => spot !== from && along > 1);
  return ahead.sort((one, other) => one.far - other.far)[0]?.spot;
}

function centre(element: HTMLElement): Point {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

function spotsOf(root: HTMLElement): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(SPOTS)];
}
