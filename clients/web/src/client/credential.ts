/** Who calls: the token of a client, renewed by whoever it belongs to. */

/** A credential; or what gives one, asked at first and whenever the one before has expired. */
export type Token = string | (() => string | Promise<string>);

export class Credential {
  private now: string | undefined;
  private asking: Promise<void> | undefined;

  constructor(private source: Token | undefined) {
    this.showInstead(source);
  }

  /** Show another token from now on. */
  showInstead(token: Token | undefined): void {
    this.source = token;
    this.now = typeof token === "string" ? token.trim() : undefined;
  }

  /** What to show; undefined for nothing. */
  async current(): Promise<string | undefined> {
    if (this.now === undefined) await this.renew(undefined);
    return this.now;
  }

  /** Ask for another token than this one; whether there is one now. */
  async renew(expired: string | undefined): Promise<boolean> {
    if (this.now === expired && typeof this.source === "function") {
      this.asking ??= this.ask(this.source); // of many calls that find out together, one asks
      await this.asking;
    }
    return this.now !== expired;
  }

  private async ask(source: () => string | Promise<string>): Promise<void> {
    try {
      const token: unknown = await source();
      if (typeof token !== "string") {
        throw new TypeError(`what gives a token gave no text but ${typeof token}`);
      }
      if (this.source === source) this.now = token.trim(); // no other was shown meanwhile
    } finally {
      this.asking = undefined;
    }
  }
}
