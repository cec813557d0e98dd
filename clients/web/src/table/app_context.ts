// What every screen has at hand.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { GemwrightClient } from "../client/index.js";
import type { Language, Words } from "./language/words.js";
import type { Catalogue } from "./server/catalogue.js";
import type { Session } from "./server/session.js";

export interface App {
  readonly client: GemwrightClient;
  readonly catalogue: Catalogue;
  readonly session: Session;
  readonly words: Words;
  readonly isDevelopment: boolean;
  speak(language: Language): void;
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (app === undefined) throw new Error("there is no app around this");
  return app;
}
