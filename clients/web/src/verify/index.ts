/**
 * Was a match dealt as it was committed to? Written from `docs/fairness.md` alone: no rules are
 * needed, and no server is asked.
 */

export type { Check, Difference, Verdict } from "./verdict.js";
export { verifyRecord } from "./verifying.js";
