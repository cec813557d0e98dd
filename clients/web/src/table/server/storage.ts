// What the browser remembers: a name, a language, colours, invitations. Where it remembers nothing,
// little is lost.

const PREFIX = "gemwright.";

/** For all tabs, until it is cleared. */
export const always: Memory = {
  read: reader(() => localStorage),
  write: writer(() => localStorage),
  forget: forgetter(() => localStorage),
};
/** For this tab: somebody may play both seats side by side. */
export const thisTab: Memory = {
  read: reader(() => sessionStorage),
  write: writer(() => sessionStorage),
  forget: forgetter(() => sessionStorage),
};

export interface Memory {
  read(key: string): string | undefined;
  write(key: string, value: string): void;
  forget(key: string): void;
}

function reader(storage: () => Storage) {
  return (key: string): string | undefined => {
    try {
      return storage().getItem(PREFIX + key) ?? undefined;
    } catch {
      return undefined;
    }
  };
}

function writer(storage: () => Storage) {
  return (key: string, value: string): void => {
    try {
      storage().setItem(PREFIX + key, value);
    } catch {
      // private windows may refuse to remember
    }
  };
}

function forgetter(storage: () => Storage) {
  return (key: string): void => {
    try {
      storage().removeItem(PREFIX + key);
    } catch {
      // what was never remembered
    }
  };
}
