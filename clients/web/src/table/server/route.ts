// Which screen an address means. Everything stands in the fragment, which no server ever sees.

export interface Route {
  readonly match: string | undefined;
  /** Fills an open seat. */
  readonly join: string | undefined;
  /** A player token. */
  readonly token: string | undefined;
}

export function routeOf(fragment: string): Route {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const find = (name: string) => said.get(name) || undefined;
  return { match: find("match"), join: find("join"), token: find("token") };
}

export function fragmentOf(route: { [name in keyof Route]?: Route[name] }): string {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(route)) if (value !== undefined) said.set(name, value);
  return `#${said}`;
}

/** The address of a match for somebody else: never with a token of one's own. */
export function linkTo(match: string, join?: string): string {
  return new URL(fragmentOf({ match, join }), location.href).href;
}
