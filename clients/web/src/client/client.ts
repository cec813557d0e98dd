/** The client: where a program begins that plays, watches or arranges matches. */

import { Catalogue } from "./catalogue.js";
import { Credential, type Token } from "./credential.js";
import { Inbox } from "./inbox.js";
import { Line } from "./line.js";
import { MatchHandle } from "./match.js";
import { Matches, Tokens } from "./matchmaking.js";
import { type TransportOptions, transportTo } from "./transport.js";
import { Watches } from "./watching.js";

const PATIENCE_MS = 30_000;
const LANGUAGE = "en";

export interface ClientOptions extends TransportOptions {
  /**
   * An API key or player token; or what gives one, asked again when it has expired. What that throws
   * ends the call or stream that needed it.
   */
  readonly token?: Token | undefined;
  /** The language of words, unless a call names another: `en`, `fr` or `es`. */
  readonly language?: string | undefined;
  /** For how long a call is tried before it fails. */
  readonly patienceMs?: number | undefined;
}

/** One caller on the line to the server at an address such as `https://play.example.org`. */
export class GemwrightClient {
  /** For a matchmaker: create, find, cancel, follow. */
  readonly matches: Matches;
  /** For a matchmaker: credentials of players. */
  readonly tokens: Tokens;
  /** All matches of the caller in one stream. */
  readonly inbox: Inbox;
  /** What the server is, its games, cards and words. */
  readonly catalogue: Catalogue;
  private readonly credential: Credential;
  private readonly line: Line;
  private readonly watches: Watches;
  private readonly onOnline = (): void => this.reconnect();

  constructor(address: string, options: ClientOptions = {}) {
    this.credential = new Credential(options.token);
    const transport = transportTo(address, options);
    this.line = new Line(transport, this.credential, options.patienceMs ?? PATIENCE_MS);
    this.watches = new Watches(this.line);
    this.matches = new Matches(this.line);
    this.tokens = new Tokens(this.line);
    this.inbox = new Inbox(this.line);
    this.catalogue = new Catalogue(this.line, options.language ?? LANGUAGE);
    globalThis.addEventListener?.("online", this.onOnline);
  }

  /** A handle on a match, seen from a seat: the one named, or the first the caller holds. */
  match(id: string, seat?: number): MatchHandle {
    return new MatchHandle(this.line, this.watches, id, seat);
  }

  /**
   * Show another token from now on, as after joining with a join token; or none. Streams are opened
   * anew with it: what another principal may see begins with a reset.
   */
  show(token: Token | undefined): void {
    this.credential.showInstead(token);
    this.line.reconnect();
  }

  /**
   * Try again now what waits, and open streams anew: for an app that learns that the network has
   * changed or that it has been asleep. In a browser the event `online` does it.
   */
  reconnect(): void {
    this.line.reconnect();
  }

  /** Hang up; calls and streams that are under way fail. */
  close(): void {
    globalThis.removeEventListener?.("online", this.onOnline);
    this.line.close();
  }
}
