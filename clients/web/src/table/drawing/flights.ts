// What moves on the table is seen moving: from where it was to where it is now.

import type { Kind } from "../kinds.js";
import type { CardPlace, Change, PrivilegePlace, TokenPlace } from "../position/changes.js";

const FLIGHT_MS = 420;
const STAGGER_MS = 80;
const MOST_STAGGER_MS = 800;
const SETTLE_MS = 120;
const EASING = "cubic-bezier(.3,.1,.2,1)";

/** Something that flies, told by names of places; the first place that is there counts. */
interface Flight {
  readonly from: readonly string[];
  readonly to: readonly string[];
}

/** Where something that leaves was seen. */
interface Departure {
  readonly flight: Flight;
  readonly box: DOMRect | undefined;
  readonly ghost: Element | undefined;
}

/** Show changes: what leaves is remembered, the changes are committed, what arrives flies there. */
export async function showFlights(
  root: HTMLElement,
  changes: readonly Change[],
  commit: () => void,
): Promise<void> {
  if (!canBeSeen()) return commit();
  const departures = changes.flatMap(flightsOf).map((flight) => depart(root, flight));
  commit();
  await painted();
  const flying = departures.map((departure, place) => fly(root, departure, delayOf(place)));
  await Promise.all(flying);
  await pause(SETTLE_MS);
}

function canBeSeen(): boolean {
  return !document.hidden && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function depart(root: HTMLElement, flight: Flight): Departure {
  const source = find(root, flight.from);
  const shape = source?.querySelector(".gem, .face, .sign") ?? source?.querySelector("svg");
  return {
    flight,
    box: (shape ?? source)?.getBoundingClientRect(),
    ghost: shape ? (shape.cloneNode(true) as Element) : undefined,
  };
}

/** What has arrived flies in itself where it can be seen by itself, else its ghost does. */
async function fly(root: HTMLElement, departure: Departure, delay: number): Promise<void> {
  const target = find(root, departure.flight.to);
  if (target === undefined || departure.box === undefined) return;
  const isAlone = /^(cell|slot|royal|counterfeiter|reserve):/.test(target.dataset["place"] ?? "");
  const looks = target.querySelector<HTMLElement>(".looks > *");
  if (isAlone && looks) return arrive(looks, departure.box, delay);
  if (departure.ghost) return haunt(departure.ghost, departure.box, target, delay);
}

async function arrive(moving: HTMLElement, from: DOMRect, delay: number): Promise<void> {
  const to = moving.getBoundingClientRect();
  const start = `${shift(from, to)} scale(${(from.width || 1) / (to.width || 1)})`;
  await finished(
    moving.animate(
      [
        { transform: start, opacity: 0.4 },
        { transform: "none", opacity: 1 },
      ],
      {
        duration: FLIGHT_MS,
        delay,
        easing: EASING,
        fill: "backwards",
      },
    ),
  );
}

async function haunt(
  shape: Element,
  from: DOMRect,
  target: HTMLElement,
  delay: number,
): Promise<void> {
  const ghost = document.createElement("div");
  ghost.className = "ghost";
  ghost.ariaHidden = "true";
  Object.assign(ghost.style, {
    left: `${from.x}px`,
    top: `${from.y}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  ghost.append(shape);
  document.body.append(ghost);
  const to = (target.querySelector(".gem, .sign") ?? target).getBoundingClientRect();
  const end = `${shift(to, from)} scale(${Math.min(1, to.width / (from.width || 1)) || 1})`;
  await finished(
    ghost.animate([{ transform: "none" }, { transform: end, opacity: 0.9 }], {
      duration: FLIGHT_MS,
      delay,
      easing: EASING,
      fill: "both",
    }),
  );
  ghost.remove();
}

/** From the middle of one box to the middle of the other. */
function shift(to: DOMRect, from: DOMRect): string {
  const x = to.x + to.width / 2 - from.x - from.width / 2;
  const y = to.y + to.height / 2 - from.y - from.height / 2;
  return `translate(${x}px, ${y}px)`;
}

function delayOf(place: number): number {
  return Math.min(place * STAGGER_MS, MOST_STAGGER_MS);
}

async function finished(animation: Animation): Promise<void> {
  await animation.finished.catch(() => {}); // a table that is taken away ends its flights
}

function painted(): Promise<void> {
  return Promise.race([
    new Promise<void>((resolve) => requestAnimationFrame(() => resolve())),
    pause(SETTLE_MS),
  ]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function find(root: HTMLElement, places: readonly string[]): HTMLElement | undefined {
  for (const place of places) {
    const found = root.querySelector<HTMLElement>(`[data-place="${place}"]`);
    if (found) return found;
  }
  return undefined;
}

function flightsOf(change: Change): Flight[] {
  switch (change.is) {
    case "tokens": {
      const flight = {
        from: tokenPlaces(change.from, change.kind),
        to: tokenPlaces(change.to, change.kind),
      };
      return Array.from({ length: change.number }, () => flight);
    }
    case "privilege":
      return [{ from: privilegePlaces(change.from), to: privilegePlaces(change.to) }];
    case "card":
      return [
        { from: cardPlaces(change.from, change.card), to: cardPlaces(change.to, change.card) },
      ];
    default:
      return [];
  }
}

function tokenPlaces(place: TokenPlace, kind: Kind): string[] {
  switch (place.at) {
    case "cell":
      return [`cell:${place.cell}`];
    case "seat":
      return [`seat:${place.seat}:${kind}`, `seat:${place.seat}`];
    case "pool":
      return [`pool:${kind}`, "pool"];
  }
}

function privilegePlaces(place: PrivilegePlace): string[] {
  return place.at === "table" ? ["privileges"] : [`seat:${place.seat}:privilege`];
}

function cardPlaces(place: CardPlace, card: string | undefined): string[] {
  switch (place.at) {
    case "slot":
    case "royal":
    case "counterfeiter":
      return [`${place.at}:${place.slot}`];
    case "deck":
      return [`deck:${place.level}`];
    case "nobles":
      return [`noble:${card ?? ""}`];
    case "reserve":
      return place.place === undefined
        ? [`reserve:${place.seat}`]
        : [`reserve:${place.seat}:${place.place}`];
    case "owned":
      return place.colour === undefined
        ? [`tile:${card ?? ""}`, `owned:${place.seat}`]
        : [`owned:${place.seat}:${place.colour}`];
    default:
      return [place.at];
  }
}
