// A match as it is now and as it goes on: what the watch brings, in order, one thing after another.

import {
  type GemwrightClient,
  GemwrightError,
  type MatchHandle,
  newRequestId,
  StaleVersion,
  type StreamState,
  type WatchMessage,
} from "../../client/index.js";
import {
  type Action,
  type Clocks,
  type Match,
  MatchState,
  ResetReason,
  type Reveal,
  type Snapshot,
  type Update,
} from "../../client/messages.js";
import type { Change } from "../position/changes.js";
import { after, type Cards, changesOf, dealtBy } from "../position/following.js";
import { type Position, positionOf } from "../position/position.js";
import { insist } from "./insisting.js";

export interface LiveState {
  /** Nothing before the first answer. */
  readonly match: Match | undefined;
  /** Nothing before the deal. */
  readonly position: Position | undefined;
  readonly viewer: number | undefined;
  readonly legal: readonly Action[];
  readonly clocks: TimedClocks | undefined;
  /** What happened so far, the first first. */
  readonly story: readonly Update[];
  readonly isConnected: boolean;
  /** Whether an action is under way. */
  readonly isSending: boolean;
  /** Why the last action was refused. */
  readonly refusal: GemwrightError | undefined;
  /** Why a watch went on elsewhere than it stood: the name of a `ResetReason`. */
  readonly reset: string | undefined;
  /** Why there is nothing to see, or nothing more. */
  readonly failure: GemwrightError | undefined;
  readonly reveal: Reveal | undefined;
  /** Whether something happened that this version cannot show. */
  readonly isOutdated: boolean;
}

/** Clocks, and when they showed that, on the clock of this device. */
export interface TimedClocks {
  readonly clocks: Clocks;
  readonly since: number;
}

/** Shows changes and commits them when it is time to; resolves once all has been shown. */
export type Stage = (changes: readonly Change[], commit: () => void) => Promise<void>;

/** With more than this waiting, things are not shown one by one. */
const MOST_WAITING = 2;

const NOTHING: LiveState = {
  match: undefined,
  position: undefined,
  viewer: undefined,
  legal: [],
  clocks: undefined,
  story: [],
  isConnected: true,
  isSending: false,
  refusal: undefined,
  reset: undefined,
  failure: undefined,
  reveal: undefined,
  isOutdated: false,
};

/** What an update puts an end to; a refusal stays until somebody has read it and goes on. */
const SETTLED = { isSending: false, reset: undefined };

export class LiveMatch {
  state: LiveState = NOTHING;
  /** How changes are shown; at once unless somebody takes care of it. */
  stage: Stage | undefined;
  /** The match as it is watched: from the first seat of one's own. */
  private readonly watched: MatchHandle;
  /** The match from the seat that one looks from: of several of one's own the one that is to move. */
  private handle: MatchHandle;
  private watchedSeat: number | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly ending = new AbortController();
  private readonly waiting: WatchMessage[] = [];
  private wake: () => void = () => {};
  /** Whether the watch has come to its end. */
  private isRead = false;

  constructor(
    private readonly client: GemwrightClient,
    readonly id: string,
    private readonly cards: (match: Match) => Promise<Cards>,
  ) {
    this.watched = client.match(id);
    this.handle = this.watched;
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Follow the match until it is over, or nobody looks any more. */
  async follow(): Promise<void> {
    try {
      await Promise.all([this.read(), this.show()]);
    } catch (error) {
      if (this.ending.signal.aborted) return;
      if (!(error instanceof GemwrightError)) throw error;
      this.set({ failure: error });
      this.leave();
    }
  }

  leave(): void {
    this.ending.abort();
    this.wake();
  }

  /** Act, for as long as it takes to be answered; what it did comes with the watch. */
  async act(action: Action): Promise<void> {
    const { match } = this.state;
    if (match === undefined || this.state.isSending) return;
    this.set({ isSending: true, refusal: undefined });
    const { signal } = this.ending;
    const choices = { expectedVersion: match.version, requestId: newRequestId(), signal };
    await this.send(() => this.handle.act(action, choices));
  }

  async resign(): Promise<void> {
    this.set({ isSending: true, refusal: undefined });
    const choices = { requestId: newRequestId(), signal: this.ending.signal };
    await this.send(() => this.handle.resign(choices));
  }

  /** The last refusal was read. */
  dismissRefusal(): void {
    if (this.state.refusal !== undefined) this.set({ refusal: undefined });
  }

  payments(action: Action) {
    return this.handle.payments(action, { signal: this.ending.signal });
  }

  record(signal: AbortSignal) {
    return this.handle.record({ signal });
  }

  /** Send until there is an answer: with the same request id it takes effect once. */
  private async send(sent: () => Promise<Update>): Promise<void> {
    try {
      const update = await insist(sent, this.ending.signal);
      if ((this.state.match?.version ?? 0) >= update.version) this.set({ isSending: false });
    } catch (error) {
      if (this.ending.signal.aborted) return;
      if (!(error instanceof GemwrightError)) throw error;
      this.set({ isSending: false, refusal: error });
      if (this.isBehind(error)) this.set({ legal: [] });
    }
  }

  /** Whether the match has gone on to where the watch has not come yet: nothing can be chosen there. */
  private isBehind(error: GemwrightError): boolean {
    if (!(error instanceof StaleVersion)) return false;
    return (error.currentVersion ?? 0) > (this.state.match?.version ?? 0);
  }

  private async read(): Promise<void> {
    const options = {
      signal: this.ending.signal,
      onState: (state: StreamState) => this.hear(state),
    };
    for await (const message of this.watched.watch(options)) {
      this.waiting.push(message);
      this.wake();
    }
    this.isRead = true;
    this.wake();
  }

  private async show(): Promise<void> {
    while (!this.ending.signal.aborted) {
      const message = this.waiting.shift();
      if (message !== undefined) await this.take(message);
      else if (this.isRead) return;
      else await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private hear(state: StreamState): void {
    if (state.kind === "waiting") this.set({ isConnected: false });
    if (state.kind === "open") this.set({ isConnected: true });
  }

  private async take({ message, legalActions: legal }: WatchMessage): Promise<void> {
    switch (message.case) {
      case "snapshot":
        return this.takeSnapshot(message.value, legal);
      case "update":
        return this.takeUpdate(message.value, legal);
      case "clocks":
        return this.set({ clocks: timed(message.value) });
      case "reset":
        return this.set({ reset: ResetReason[message.value.reason], refusal: undefined });
      case "reveal":
        return this.set({ reveal: message.value });
    }
  }

  private async takeSnapshot(snapshot: Snapshot, legal: Action[]): Promise<void> {
    const { match, view, viewerSeat: viewer } = snapshot;
    const position = positionOf(view);
    const clocks = timed(match?.clocks);
    this.handle = this.watched;
    this.watchedSeat = viewer;
    this.set({ match, position, viewer, legal, clocks, isSending: false, refusal: undefined });
    await insist(() => this.recall(match?.version ?? 0), this.ending.signal);
    await this.turnTable();
  }

  /** Tell what has happened up to a version. */
  private async recall(version: number): Promise<void> {
    const story: Update[] = [];
    for await (const update of this.handle.history(0, { signal: this.ending.signal })) {
      if (update.version > version) break;
      story.push(update);
    }
    this.set({ story });
  }

  private async takeUpdate(update: Update, legal: Action[]): Promise<void> {
    const { match, position } = this.state;
    if (match === undefined || update.version <= match.version) return;
    const changes = changesOf(update);
    const dealt = dealtBy(update);
    if (changes === undefined || position === undefined || dealt !== undefined) {
      return this.lookAnew(update, changes === undefined);
    }
    const cards = await insist(() => this.cards(match), this.ending.signal);
    const next = after(position, changes, cards);
    await this.perform(changes, () => this.commit(update, next, legal));
    await this.turnTable();
  }

  /** Where one has several seats, look from the one that is to move. */
  private async turnTable(): Promise<void> {
    const { match, viewer } = this.state;
    const seat = match?.seatToAct;
    if (match === undefined || viewer === undefined || seat === undefined) return;
    if (match.seats[seat]?.principal !== match.seats[viewer]?.principal) return;
    if (seat === viewer && seat === this.watchedSeat) return;
    this.handle = this.client.match(this.id, seat);
    await this.look();
    if (this.state.match?.seatToAct !== seat) await this.turnTable();
  }

  private async perform(changes: readonly Change[], commit: () => void): Promise<void> {
    if (this.stage === undefined || this.waiting.length > MOST_WAITING) commit();
    else await this.stage(changes, commit);
  }

  private commit(update: Update, position: Position, legal: readonly Action[]): void {
    const match = matchAfter(this.state.match as Match, update, position);
    const clocks = update.clocks ? timed(update.clocks) : this.state.clocks;
    const story = [...this.state.story, update];
    this.set({ match, position, legal, clocks, story, ...SETTLED });
  }

  /** Ask for the match where an update cannot tell all: a seat was filled, it was dealt or closed. */
  private async lookAnew(update: Update, isOutdated: boolean): Promise<void> {
    await this.look(update);
    if (isOutdated) this.set({ isOutdated });
    await this.turnTable();
  }

  /** Ask for the match as it is now, with what of the past has not been told yet. */
  private async look(update?: Update): Promise<void> {
    const { signal } = this.ending;
    const seen = await insist(() => this.handle.get({ signal }), signal);
    const { match, viewerSeat: viewer, legalActions: legal } = seen;
    const story = update ? [...this.state.story, update] : this.state.story;
    const position = positionOf(seen.view);
    const clocks = timed(match?.clocks);
    const told = story.at(-1)?.version ?? 0;
    this.set({ match, position, viewer, legal, clocks, story, isSending: false });
    const version = match?.version ?? 0;
    if (version > told) await insist(() => this.recall(version), signal);
  }

  private set(change: Partial<LiveState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

/** The match with what an update changes of it. */
function matchAfter(match: Match, update: Update, position: Position): Match {
  const { version, commitId } = update;
  const next: Match = { ...match, version, commitId };
  delete next.seatToAct;
  if (position.decision !== undefined) next.seatToAct = position.decision.seat;
  if (update.cause.case === "adjudication" || position.outcome !== undefined) {
    next.state = MatchState.FINISHED;
    if (position.outcome !== undefined) next.outcome = position.outcome;
  }
  if (update.cause.case === "close") next.state = update.cause.value.state;
  return next;
}

function timed(clocks: Clocks | undefined): TimedClocks | undefined {
  return clocks && { clocks, since: performance.now() };
}
