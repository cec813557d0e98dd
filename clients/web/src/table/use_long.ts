// How long people wait without a word.

import { useEffect, useState } from "preact/hooks";

const LONG_MS = 3_000;

/** Whether something has been under way for so long that it is to be told. */
export function useLong(isUnderWay: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!isUnderWay) return;
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, [isUnderWay]);
  return isUnderWay && isLong;
}
