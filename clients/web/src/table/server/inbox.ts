// The matches of who plays here, as the inbox tells of them.

import { type GemwrightClient, GemwrightError } from "../../client/index.js";
import type { InboxEntry, Match } from "../../client/messages.js";
import { insist } from "./insisting.js";

/** Tell of each match that is asked for, now and whenever it changes, until the signal. */
export async function followMatches(
  client: GemwrightClient,
  isWanted: (entry: InboxEntry) => boolean,
  tell: (match: Match) => void,
  signal: AbortSignal,
): Promise<void> {
  const follow = async () => {
    for await (const { message } of client.inbox.watch({ signal })) {
      if (message.case !== "entry" || !isWanted(message.value)) continue;
      const { match } = await client.match(message.value.match).get({ signal });
      if (match) tell(match);
    }
  };
  try {
    await insist(follow, signal);
  } catch (error) {
    // without this news a page is still of use
    if (!signal.aborted && !(error instanceof GemwrightError)) throw error;
  }
}
