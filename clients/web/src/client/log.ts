/** The updates that one reader has seen, and what is to be said when they do not continue. */

import type { Match, Update } from "../gen/gemwright/v1/match_pb.js";
import { ResetReason } from "../gen/gemwright/v1/match_service_pb.js";

/** What was received does not continue: which updates were not seen, and which never were. */
export class Missed {
  constructor(
    /** The name of a `ResetReason`; the number of one that is newer than this library. */
    readonly reason: string,
    /** The updates that will not come any more: what they did is in the match as it is now. */
    readonly versions: readonly number[],
    /** The updates that were received and are not part of the match: the store has lost them. */
    readonly undone: readonly number[],
  ) {}

  /** A reset after which nothing comes any more. */
  static everything(reason: ResetReason): Missed {
    return new Missed(nameOf(reason), [], []);
  }
}

export class Log {
  /** The commit of each version that was seen, and of the one before the first. */
  private readonly commits = new Map<number, string>();

  constructor(
    /** The updates after a version, as the server has them now. */
    private readonly history: (after: number) => AsyncIterable<Update>,
  ) {}

  /** Whether anything was seen that can be continued. */
  get hasBegun(): boolean {
    return this.commits.size > 0;
  }

  /** Begin after a version, with its commit where that is known. */
  begin(version: number, commitId = ""): void {
    this.commits.clear();
    this.commits.set(version, commitId);
  }

  /** Note an update; false where it was seen before. */
  takes(update: Update): boolean {
    if (this.commits.get(update.version) === update.commitId) return false;
    this.commits.set(update.version, update.commitId);
    return true;
  }

  /** What a reset means for this reader, who begins anew with the match as it is now. */
  async missed(reason: ResetReason, match: Match): Promise<Missed> {
    const common = await this.common(match);
    const seen = Math.max(...this.commits.keys());
    this.begin(match.version, match.commitId);
    return new Missed(nameOf(reason), after(common, match.version), after(common, seen));
  }

  /** The newest version up to which the match is what was seen. */
  private async common(match: Match): Promise<number> {
    if (this.commits.get(match.version) === match.commitId) return match.version;
    const first = Math.min(...this.commits.keys());
    let common = first;
    for await (const update of this.history(first)) {
      if (this.commits.get(update.version) !== update.commitId) break;
      common = update.version;
    }
    return Math.min(common, match.version);
  }
}

function after(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + 1 + index);
}

function nameOf(reason: ResetReason): string {
  return ResetReason[reason] ?? String(reason);
}
