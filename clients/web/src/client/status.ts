/** Reading why a call failed: the details of an error of Connect become `Facts`. */

import type { Duration } from "@bufbuild/protobuf/wkt";
import { durationMs } from "@bufbuild/protobuf/wkt";
import { Code, type ConnectError } from "@connectrpc/connect";
import { StaleVersionSchema } from "../gen/gemwright/v1/error_pb.js";
import { RefusalReason, RefusalSchema } from "../gen/gemwright/v1/refusal_pb.js";
import {
  BadRequestSchema,
  ErrorInfoSchema,
  RetryInfoSchema,
} from "../gen/google/rpc/error_details_pb.js";
import {
  type CallError,
  type CallErrorClass,
  CLASS_OF_REASON,
  type Facts,
  RefusedByNetwork,
  ServerFault,
  Unreachable,
} from "./errors.js";

const DOMAIN = "gemwright";

/** What a broken line makes of a call, unless a server of ours has spoken. */
const UNKNOWN_OUTCOMES: ReadonlySet<Code> = new Set([
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.Canceled,
  Code.Unknown,
  Code.Internal,
  // What Connect says of an answer that ends in the middle:
  Code.InvalidArgument,
  Code.DataLoss,
]);

/** The error of a call, as this library throws it: the reason says which class it is. */
export function callError(error: ConnectError): CallError {
  const [info] = error.findDetails(ErrorInfoSchema);
  const code = codeName(error.code);
  if (info?.domain !== DOMAIN) {
    const facts = { reason: "", code, text: textOf(error) };
    const isUnknown = UNKNOWN_OUTCOMES.has(error.code);
    return new (isUnknown ? Unreachable : RefusedByNetwork)(facts, error.cause);
  }
  const { reason } = info;
  const facts: Facts = {
    reason,
    code,
    text: withoutSuffix(error.rawMessage, ` [${reason}]`),
    trace: info.metadata["trace"],
    ...detailsOf(error),
  };
  return new (classOf(reason))(facts, error);
}

/** What `fetch` said; in Node that is "fetch failed", and why stands in its cause. */
function textOf({ rawMessage, cause }: ConnectError): string {
  const why = cause instanceof Error ? cause.cause : undefined;
  const because = why instanceof Error ? why.message.trim() : "";
  return [rawMessage, because].filter(Boolean).join(": ") || "no answer";
}

function detailsOf(error: ConnectError): Partial<Facts> {
  const [retry] = error.findDetails(RetryInfoSchema);
  const [stale] = error.findDetails(StaleVersionSchema);
  const [request] = error.findDetails(BadRequestSchema);
  const [refusal] = error.findDetails(RefusalSchema);
  return {
    retryAfterMs: millisecondsOf(retry?.retryDelay),
    currentVersion: stale?.currentVersion,
    violations: request?.fieldViolations,
    ...(refusal && {
      refusal: RefusalReason[refusal.reason] ?? String(refusal.reason),
      rule: refusal.rule,
      field: refusal.field,
      value: refusal.value,
    }),
  };
}

function classOf(reason: string): CallErrorClass {
  return Object.hasOwn(CLASS_OF_REASON, reason)
    ? CLASS_OF_REASON[reason as keyof typeof CLASS_OF_REASON]
    : ServerFault;
}

function millisecondsOf(duration: Duration | undefined): number | undefined {
  return duration && durationMs(duration);
}

function withoutSuffix(text: string, suffix: string): string {
  return text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
}

/** `NOT_FOUND` for what Connect calls `NotFound`. */
function codeName(code: Code): string {
  const name: string = Code[code] ?? String(code);
  return name.replace(/([a-z])([A-Z])/g, "$1_$2").toUpperCase();
}
