// The name under which somebody plays on a server in development mode.

import { useApp } from "../app_context.js";
import { isUsableName, MOST_NAME } from "../server/session.js";

interface NameFieldProps {
  readonly name: string;
  setName(name: string): void;
  /** Why a name that is usable elsewhere is not here. */
  readonly complaint?: string | undefined;
}

export function NameField({ name, setName, complaint }: NameFieldProps) {
  const { words } = useApp();
  const isWrong = complaint !== undefined || (name !== "" && !isUsableName(name));
  const hint = complaint ?? (isUsableName(name) ? undefined : words.say("table.start.name_hint"));
  return (
    <label class="field">
      <span class="field-name">{words.say("table.start.name")}</span>
      <input
        type="text"
        name="name"
        autocomplete="nickname"
        required
        maxLength={MOST_NAME}
        value={name}
        onInput={(event) => setName(event.currentTarget.value.trim())}
        aria-invalid={isWrong}
      />
      {hint && <span class={isWrong ? "field-hint is-wrong" : "field-hint"}>{hint}</span>}
    </label>
  );
}
