import { nearestName } from "coxswain/settings";
import { BUILT_IN_NAMES, builtInTheme, type BuiltInTheme } from "./built-in-themes.ts";
import type { ColorDepth } from "./color.ts";
import type { Style, SyntaxPart, TerminalFeatures, Theme } from "./theme.ts";
import { type Background, type ParsedTheme, themeOf } from "./theme-spec.ts";

export interface ThemesOptions {
  readonly depth: ColorDepth;
  /** The terminal's background, as far as it is known at the beginning. Default: dark. */
  readonly background?: Background;
  /** The user's themes by name. */
  readonly user?: ReadonlyMap<string, ParsedTheme>;
  /** Default: none. */
  readonly features?: TerminalFeatures;
}

/** The themes to choose from, and the one in use. */
export class Themes {
  /** Always the theme in use: its styles change with it. */
  readonly theme: Theme;
  readonly #options: ThemesOptions;
  #name = "default";
  #background: Background;
  #current: Theme;

  constructor(options: ThemesOptions) {
    this.#options = options;
    this.#background = options.background ?? "dark";
    this.#current = this.#made("default");
    const { features } = options;
    this.theme = { ...followingTheme(this.#current, () => this.#current), ...(features === undefined ? {} : { features }) };
  }

  /** Names of all themes: the built-in ones, then the user's. */
  get names(): readonly string[] {
    const user = [...(this.#options.user?.keys() ?? [])].filter((name) => !isBuiltIn(name));
    return [...BUILT_IN_NAMES, ...user.toSorted()];
  }

  /** Name of the theme in use. */
  get name(): string {
    return this.#name;
  }

  /** A value that changes with the styles of `theme`. */
  get styles(): unknown {
    return this.#current;
  }

  /** Uses a theme. Returns what is wrong with it, one sentence each; for an unknown name nothing changes. */
  use(name: string): readonly string[] {
    if (!this.names.includes(name)) {
      const near = nearestName(name, this.names);
      return [`no theme ${JSON.stringify(name)}${near === undefined ? "." : `; did you mean ${near}?`} Themes: ${this.names.join(", ")}.`];
    }
    this.#name = name;
    this.#current = this.#made(name);
    if (isBuiltIn(name)) return [];
    return (this.#options.user?.get(name)?.problems ?? []).map((problem) => `themes/${name}.json: ${problem}`);
  }

  /** Follows the terminal's background. Returns true if that changes the theme in use. */
  setBackground(background: Background): boolean {
    if (background === this.#background) return false;
    this.#background = background;
    this.#current = this.#made(this.#name);
    return this.#name !== "default" && this.#name !== "colorless";
  }

  #made(name: string): Theme {
    const { depth, user } = this.#options;
    const spec = isBuiltIn(name) ? builtInTheme(name) : (user?.get(name)?.spec ?? builtInTheme("default"));
    return themeOf(spec, name === "colorless" ? "none" : depth, this.#background);
  }
}

const isBuiltIn = (name: string): name is BuiltInTheme => (BUILT_IN_NAMES as readonly string[]).includes(name);

/** A theme whose styles are those of the current one, so that its users need not know of a change. */
const followingTheme = (theme: Theme, current: () => Theme): Theme => {
  const { syntax, features: _, ...others } = theme;
  // Safe: both have the names of a theme.
  return {
    ...(Object.fromEntries(
      Object.keys(others).map((name): readonly [string, Style] => {
        return [name, (text) => current()[name as Exclude<keyof Theme, "syntax" | "features">](text)];
      }),
    ) as unknown as Omit<Theme, "syntax" | "features">),
    syntax: Object.fromEntries(
      Object.keys(syntax).map((part): readonly [string, Style] => [part, (text) => current().syntax[part as SyntaxPart](text)]),
    ) as Record<SyntaxPart, Style>,
  };
};
