// Who plays here. In development mode a name is enough; else it takes a token, which came with the
// link, or which joining with an invitation has brought.

import { GemwrightClient } from "../../client/index.js";
import { always, thisTab } from "./storage.js";

const NAME = "name";
const TOKEN = "token";
/** So many signs a name can have. */
export const MOST_NAME = 64;
const SIGNS = /^[\w.:@-]{1,64}$/;
const RESERVED = /^bot:/;

export class Session {
  readonly client: GemwrightClient;
  private readonly isNamed: boolean;

  /** `believesNames` says whether the server is in development mode. */
  constructor(address: string, believesNames: boolean, token: string | undefined) {
    this.isNamed = believesNames;
    if (token !== undefined) thisTab.write(TOKEN, token);
    const shown = this.credential();
    this.client = new GemwrightClient(address, shown === undefined ? {} : { token: shown });
  }

  /** The name that was chosen; nothing yet, or where tokens name the players. */
  get name(): string | undefined {
    return thisTab.read(NAME) ?? always.read(NAME);
  }

  /** Whether somebody calls here, or only anybody. */
  get hasCredential(): boolean {
    return this.credential() !== undefined;
  }

  /** Be called so: in this tab, and in those to come. */
  call(name: string): void {
    thisTab.write(NAME, name);
    always.write(NAME, name);
    this.show();
  }

  /** Have a token of one's own from now on. */
  hold(token: string): void {
    thisTab.write(TOKEN, token);
    this.show();
  }

  /** Have no token any more: the server refuses the one there was. */
  forgetToken(): void {
    thisTab.forget(TOKEN);
    this.show();
  }

  private show(): void {
    this.client.show(this.credential());
  }

  private credential(): string | undefined {
    const token = thisTab.read(TOKEN);
    if (token !== undefined) return token;
    return this.isNamed && this.name !== undefined ? `dev:${this.name}` : undefined;
  }
}

/** Whether a server can know somebody by this name. */
export function isUsableName(name: string): boolean {
  return SIGNS.test(name) && !RESERVED.test(name);
}
