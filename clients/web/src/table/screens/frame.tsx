// What is around every screen: the name of the place, the way home, language and colours.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "../app_context.js";
import { LANGUAGE_NAMES, LANGUAGES } from "../language/words.js";
import { fragmentOf } from "../server/route.js";
import { always } from "../server/storage.js";

const SCHEME = "scheme";
const SCHEMES = ["auto", "light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

interface FrameProps {
  readonly title: string;
  readonly isHome?: boolean;
  /** What else can be done, in the menu. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Frame({ title, isHome = false, actions, children }: FrameProps) {
  const { words } = useApp();
  useEffect(() => {
    document.title = `${title} · Gemwright`;
  }, [title]);
  return (
    <>
      <header class="bar">
        <a
          class="brand"
          href={fragmentOf({})}
          aria-label={words.pair("Gemwright", words.say("table.home"))}
        >
          <BrandSign />
          <span class="brand-name">Gemwright</span>
        </a>
        <h1 class={isHome ? "bar-title unseen" : "bar-title"}>{title}</h1>
        <div class="bar-actions">
          <Menu name={words.say("table.menu")}>
            {actions}
            <Pickers />
          </Menu>
        </div>
      </header>
      {children}
    </>
  );
}

/** Closes once the focus is elsewhere or something else is pressed, and with Escape. */
function Menu({ name, children }: { name: string; children: ComponentChildren }) {
  const root = useRef<HTMLDetailsElement>(null);
  const close = () => root.current?.removeAttribute("open");
  useEffect(() => {
    const press = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) close();
    };
    document.addEventListener("pointerdown", press);
    return () => document.removeEventListener("pointerdown", press);
  }, []);
  return (
    <details
      ref={root}
      class="menu"
      onFocusOut={(event) => {
        const isInside = event.currentTarget.contains(event.relatedTarget as Node | null);
        if (event.relatedTarget !== null && !isInside) close();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
      }}
    >
      <summary aria-label={name}>☰</summary>
      <div class="menu-content">{children}</div>
    </details>
  );
}

function Pickers() {
  const { words, speak } = useApp();
  const [scheme, setScheme] = useState<Scheme>(chosenScheme);
  useEffect(() => {
    document.documentElement.dataset["scheme"] = scheme;
    always.write(SCHEME, scheme);
  }, [scheme]);
  return (
    <>
      <label class="picker">
        <span class="field-name">{words.say("table.language")}</span>
        <select
          value={words.language}
          onChange={(event) => {
            const chosen = LANGUAGES.find((language) => language === event.currentTarget.value);
            if (chosen) speak(chosen);
          }}
        >
          {LANGUAGES.map((language) => (
            <option key={language} value={language} lang={language}>
              {LANGUAGE_NAMES[language]}
            </option>
          ))}
        </select>
      </label>
      <label class="picker">
        <span class="field-name">{words.say("table.scheme")}</span>
        <select
          value={scheme}
          onChange={(event) =>
            setScheme(SCHEMES.find((some) => some === event.currentTarget.value) ?? "auto")
          }
        >
          {SCHEMES.map((some) => (
            <option key={some} value={some}>
              {words.say(`table.scheme.${some}`)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function chosenScheme(): Scheme {
  const chosen = always.read(SCHEME);
  return SCHEMES.find((scheme) => scheme === chosen) ?? "auto";
}

function BrandSign() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" class="brand-sign">
      <path d="M6.5 4h11L22 10 12 21.500 2 10Z" />
      <path class="brand-facets" d="M2 10h20M9 10l3 11.500L15 10l-3-6Z" />
    </svg>
  );
}
