// Which screen is shown, and what all of them need: who plays, on which server, in which language.

import { useEffect, useMemo, useState } from "preact/hooks";
import { GemwrightClient } from "../client/index.js";
import { type App, AppContext } from "./app_context.js";
import { LANGUAGES, type Language, languageOfDevice, type Words } from "./language/words.js";
import { MatchScreen } from "./screens/match_screen.js";
import { StartScreen } from "./screens/start_screen.js";
import { Catalogue } from "./server/catalogue.js";
import { fragmentOf, type Route, routeOf } from "./server/route.js";
import { Session } from "./server/session.js";
import { always } from "./server/storage.js";
import { useAnswer } from "./use_answer.js";

const LANGUAGE = "language";

interface Ground {
  readonly session: Session;
  readonly catalogue: Catalogue;
  readonly isDevelopment: boolean;
}

export function Root() {
  const route = useRoute();
  const ground = useGround(route.token);
  const [language, setLanguage] = useState<Language>(chosenLanguage);
  const words = useWords(ground?.catalogue, language);
  const app = useMemo<App | undefined>(() => {
    if (ground === undefined || words === undefined) return undefined;
    const speak = (other: Language) => {
      always.write(LANGUAGE, other);
      setLanguage(other);
    };
    return { ...ground, client: ground.session.client, words, speak };
  }, [ground, words]);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  if (app === undefined) return <p class="loading" aria-busy="true" />;
  return (
    <AppContext.Provider value={app}>
      {route.match === undefined ? (
        <StartScreen />
      ) : (
        <MatchScreen key={route.match} id={route.match} invitation={route.join} />
      )}
    </AppContext.Provider>
  );
}

/** The address can change before anybody listens, so it is read once more then. */
function useRoute(): Route {
  const [fragment, setFragment] = useState(location.hash);
  useEffect(() => {
    const change = () => setFragment(location.hash);
    addEventListener("hashchange", change);
    change();
    return () => removeEventListener("hashchange", change);
  }, []);
  return useMemo(() => routeOf(fragment), [fragment]);
}

/** The server, and who plays on it. */
function useGround(token: string | undefined): Ground | undefined {
  return useAnswer(() => laidGround(token), [token]);
}

async function laidGround(token: string | undefined): Promise<Ground> {
  const anybody = new GemwrightClient(location.origin);
  const { isDevelopmentMode: isDevelopment } = await anybody.catalogue.info();
  const session = new Session(location.origin, isDevelopment, token);
  if (token !== undefined) forgetToken();
  return { session, catalogue: new Catalogue(anybody), isDevelopment };
}

/** A token is a secret: it does not stay in the address, where it would be shown and sent on. */
function forgetToken(): void {
  const { match, join } = routeOf(location.hash);
  history.replaceState(history.state, "", fragmentOf({ match, join }));
}

function useWords(catalogue: Catalogue | undefined, language: Language): Words | undefined {
  return useAnswer(catalogue && (() => catalogue.words(language)), [catalogue, language]);
}

function chosenLanguage(): Language {
  const chosen = always.read(LANGUAGE);
  return LANGUAGES.find((language) => language === chosen) ?? languageOfDevice();
}
