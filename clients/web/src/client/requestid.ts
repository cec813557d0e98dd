/** Ids for intentions. */

const BYTES = 16;

/** An id for one intention; its repetitions carry the same. */
export function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES)); // randomUUID needs https
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
