/**
 * Everything this library throws, as one tree:
 *
 *     GemwrightError
 *     ├── CallError                 a call failed; `reason`, `text`, `trace`
 *     │   ├── InvalidRequest        a field that could never be right; `violations`
 *     │   ├── NotAuthenticated      no credential, or none that the server believes
 *     │   │   └── TokenExpired      it was good once
 *     │   ├── NotAllowed            the credential is for other calls, or another seat
 *     │   ├── MatchNotFound
 *     │   ├── StaleVersion          the match went on meanwhile; `currentVersion`
 *     │   ├── ActionRefused         the rules say no; `refusal`, `rule`, `field`, `value`
 *     │   ├── WrongState            the match waits, is over, is not over yet, cannot be read
 *     │   ├── AlreadyUsed           a request id or a seed
 *     │   ├── LimitExceeded         `retryAfterMs`
 *     │   ├── Unavailable           given up after trying again; `isOutcomeUnknown`
 *     │   │   └── Unreachable       no server has answered at all; `code`
 *     │   ├── RefusedByNetwork      what stands before the server said no, for good
 *     │   └── ServerFault           a mistake of the server's, or a reason newer than this library
 *     ├── AddressUnusable           a text that is no address of a server
 *     └── ReplyUnusable             an answer that makes no sense
 *
 * An `AbortSignal` of the caller's own makes a call throw the reason of the signal, and nothing of
 * this tree. Which class a failed call gets depends on the reason in its `ErrorInfo` alone;
 * `status.ts` reads it.
 */

import type { ErrorReason } from "../gen/gemwright/v1/error_pb.js";

/** Anything that this library throws on purpose. */
export class GemwrightError extends Error {
  override readonly name: string = "GemwrightError";
}

/** A text that is no address of a server. */
export class AddressUnusable extends GemwrightError {
  override readonly name = "AddressUnusable";
}

/** An answer that makes no sense. */
export class ReplyUnusable extends GemwrightError {
  override readonly name = "ReplyUnusable";
}

/** A field that could never be right, and what is wrong with it. */
export interface Violation {
  readonly field: string;
  readonly description: string;
}

/** What a failed call says of itself. */
export interface Facts {
  /** The name of an `ErrorReason`; empty where no server of ours has spoken. */
  readonly reason: string;
  /** The gRPC status by its name, such as `NOT_FOUND`. */
  readonly code: string;
  /** A sentence for developers, in English. */
  readonly text: string;
  /** By which the server's log knows the call. */
  readonly trace?: string | undefined;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfterMs?: number | undefined;
  readonly violations?: readonly Violation[] | undefined;
  readonly currentVersion?: number | undefined;
  /** The name of a `RefusalReason`; the number of one that is newer than this library. */
  readonly refusal?: string | undefined;
  readonly rule?: string | undefined;
  readonly field?: string | undefined;
  readonly value?: string | undefined;
}

/** A call that failed. */
export class CallError extends GemwrightError {
  override readonly name: string = "CallError";

  constructor(
    readonly facts: Facts,
    cause?: unknown,
  ) {
    super(`${facts.text} [${facts.reason || facts.code}]`, { cause });
  }

  /** Why, as the contract names it; empty where no server of ours has spoken. */
  get reason(): string {
    return this.facts.reason;
  }

  /** The gRPC status by its name. */
  get code(): string {
    return this.facts.code;
  }

  /** A sentence for developers, in English. */
  get text(): string {
    return this.facts.text;
  }

  /** By which the server's log knows the call; empty where it is not known. */
  get trace(): string {
    return this.facts.trace ?? "";
  }
}

/** A field that could never be right. */
export class InvalidRequest extends CallError {
  override readonly name = "InvalidRequest";

  /** The fields, and what is wrong with each. */
  get violations(): readonly Violation[] {
    return this.facts.violations ?? [];
  }
}

/** No credential, or none that the server believes. */
export class NotAuthenticated extends CallError {
  override readonly name: string = "NotAuthenticated";
}

/** The credential was good and is too old. */
export class TokenExpired extends NotAuthenticated {
  override readonly name = "TokenExpired";
}

/** The credential is for other calls, another seat or another match. */
export class NotAllowed extends CallError {
  override readonly name = "NotAllowed";
}

/** There is no such match, or not any more. */
export class MatchNotFound extends CallError {
  override readonly name = "MatchNotFound";
}

/** The match has gone on since the version that was acted on. */
export class StaleVersion extends CallError {
  override readonly name = "StaleVersion";

  /** The version it has now; undefined for the next page of a list. */
  get currentVersion(): number | undefined {
    return this.facts.currentVersion;
  }
}

/** The rules say no. */
export class ActionRefused extends CallError {
  override readonly name = "ActionRefused";

  /** Why: the name of a `RefusalReason`, such as `NOT_A_LINE`; the words are `refusal.<name>`. */
  get refusal(): string {
    return this.facts.refusal ?? "";
  }

  /** The id of the rule, such as `D-TAKE-2`. */
  get rule(): string {
    return this.facts.rule ?? "";
  }

  /** The field of the action that is refused; empty where no single one is. */
  get field(): string {
    return this.facts.field ?? "";
  }

  /** What was sent in it. */
  get value(): string {
    return this.facts.value ?? "";
  }
}

/** The match waits, is over, is not over yet, or is stored in a form too new for the server. */
export class WrongState extends CallError {
  override readonly name = "WrongState";
}

/** A request id or a seed that was used for something else. */
export class AlreadyUsed extends CallError {
  override readonly name = "AlreadyUsed";
}

/** A limit of the server was reached. */
export class LimitExceeded extends CallError {
  override readonly name = "LimitExceeded";

  /** Milliseconds after which trying again makes sense. */
  get retryAfterMs(): number | undefined {
    return this.facts.retryAfterMs;
  }
}

/** Given up after trying again for as long as the client has patience. */
export class Unavailable extends CallError {
  override readonly name: string = "Unavailable";

  /** Whether the call may have taken effect: send it again with the same request id. */
  get isOutcomeUnknown(): boolean {
    return this.reason === "" || this.reason === "OUTCOME_UNKNOWN";
  }
}

/** No server has answered at all. */
export class Unreachable extends Unavailable {
  override readonly name = "Unreachable";
}

/** What is refused before it reaches the service: too long, an unknown call, a foreign origin. */
export class RefusedByNetwork extends CallError {
  override readonly name = "RefusedByNetwork";
}

/** A mistake of the server's, or a reason that is newer than this library. */
export class ServerFault extends CallError {
  override readonly name = "ServerFault";
}

export type CallErrorClass = new (facts: Facts, cause?: unknown) => CallError;
type Reason = Exclude<keyof typeof ErrorReason, "UNSPECIFIED">;

/** Every reason of the contract. */
export const CLASS_OF_REASON: Readonly<Record<Reason, CallErrorClass>> = {
  INVALID_FIELD: InvalidRequest,
  CREDENTIALS_MISSING: NotAuthenticated,
  CREDENTIALS_INVALID: NotAuthenticated,
  TOKEN_EXPIRED: TokenExpired,
  SCOPE_MISSING: NotAllowed,
  NOT_YOUR_SEAT: NotAllowed,
  MATCH_PRIVATE: NotAllowed,
  JOIN_TOKEN_INVALID: NotAllowed,
  DEVELOPMENT_ONLY: NotAllowed,
  MATCH_NOT_FOUND: MatchNotFound,
  STALE_VERSION: StaleVersion,
  ACTION_REFUSED: ActionRefused,
  MATCH_WAITING: WrongState,
  MATCH_OVER: WrongState,
  MATCH_NOT_OVER: WrongState,
  REQUEST_ID_REUSED: AlreadyUsed,
  SEED_USED: AlreadyUsed,
  MATCH_UNREADABLE: WrongState,
  OUTCOME_UNKNOWN: Unavailable,
  STORE_UNAVAILABLE: Unavailable,
  DRAINING: Unavailable,
  LIMIT_EXCEEDED: LimitExceeded,
  INTERNAL: ServerFault,
};
