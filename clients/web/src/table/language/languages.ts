// Made by languages.mjs from the files of words; run: make web

export const LANGUAGE_NAMES = {
  en: "English",
  fr: "Français",
  es: "Español",
} as const;
