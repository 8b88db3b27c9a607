import { parseStyle } from "./style-spec.ts";
import type { RoleSpec, ThemeSpec } from "./theme-spec.ts";

/** A built-in theme, which has no faults: a test parses all of them. */
const spec = (roles: Readonly<Record<string, string>>): ThemeSpec => ({
  roles: Object.fromEntries(
    Object.entries(roles).flatMap(([name, text]): readonly (readonly [string, RoleSpec])[] => {
      const parsed = parseStyle(text);
      return "style" in parsed ? [[name, parsed.style]] : [];
    }),
  ),
});

/** Two themes as one, which follows the background. */
const both = (light: ThemeSpec, dark: ThemeSpec): ThemeSpec => ({
  roles: Object.fromEntries(
    Object.entries(light.roles).flatMap(([name, one]): readonly (readonly [string, RoleSpec])[] => {
      const other = dark.roles[name];
      return "attributes" in one && other !== undefined && "attributes" in other ? [[name, { light: one, dark: other }]] : [];
    }),
  ),
});

/** Colors of at least 4.5:1 against white. */
const light = {
  dim: "#6a6a6a",
  accent: "#0550ae",
  success: "#116329",
  warning: "#8a4600",
  error: "#b3261e",
  added: "#116329",
  removed: "#b3261e",
  addedWords: "#0a3d1a on #b7e4c3",
  removedWords: "#5f0f0b on #f6c7c4",
  code: "#6f42c1",
  selected: "#ffffff on #0550ae",
  "syntax.keyword": "#8250df",
  "syntax.string": "#0a5a2a",
  "syntax.number": "#8a4600",
  "syntax.comment": "italic #6a6a6a",
  "syntax.name": "#0550ae",
  "syntax.type": "#0f6a6a",
};

/** Colors of at least 4.5:1 against black. */
const dark = {
  dim: "#9a9a9a",
  accent: "#79b8ff",
  success: "#6fcf83",
  warning: "#e3b341",
  error: "#ff8078",
  added: "#6fcf83",
  removed: "#ff8078",
  addedWords: "#d6ffe0 on #1c5b2e",
  removedWords: "#ffe0de on #7a211c",
  code: "#d2a8ff",
  selected: "#0d1117 on #79b8ff",
  "syntax.keyword": "#d2a8ff",
  "syntax.string": "#a5d6a7",
  "syntax.number": "#e3b341",
  "syntax.comment": "italic #9a9a9a",
  "syntax.name": "#79b8ff",
  "syntax.type": "#7ee0e0",
};

/** Nothing is dim, and states differ by more than their color. */
const contrast = (front: string, words: readonly [added: string, removed: string]): Readonly<Record<string, string>> => ({
  dim: front,
  accent: `bold ${front}`,
  success: `bold ${front}`,
  warning: `bold underline ${front}`,
  error: `bold inverse ${front}`,
  added: `bold ${words[0]}`,
  removed: `bold ${words[1]}`,
  addedWords: `bold inverse ${words[0]}`,
  removedWords: `bold inverse ${words[1]}`,
  code: `underline ${front}`,
  selected: `bold inverse ${front}`,
  "syntax.keyword": `bold ${front}`,
  "syntax.string": front,
  "syntax.number": front,
  "syntax.comment": `italic ${front}`,
  "syntax.name": front,
  "syntax.type": `underline ${front}`,
});

/** Names of the built-in themes, in the order of the list. */
export const BUILT_IN_NAMES = ["default", "auto", "light", "dark", "high-contrast", "colorless"] as const;

export type BuiltInTheme = (typeof BUILT_IN_NAMES)[number];

/** Returns a built-in theme. `default` and `colorless` describe nothing: they are the terminal's own colors, and none. */
export const builtInTheme = (name: BuiltInTheme): ThemeSpec => {
  switch (name) {
    case "default":
    case "colorless":
      return { roles: {} };
    case "auto":
      return both(spec(light), spec(dark));
    case "light":
      return spec(light);
    case "dark":
      return spec(dark);
    case "high-contrast":
      return both(spec(contrast("#000000", ["#00501a", "#8f0000"])), spec(contrast("#ffffff", ["#7dff9b", "#ff9d97"])));
  }
};
