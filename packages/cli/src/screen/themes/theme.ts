/** Styles a string for a terminal. The string has no control characters but those of other styles. */
export type Style = (text: string) => string;

/** Styles by meaning, and the symbols of a screen. */
export interface Theme {
  /** Less important text. */
  readonly dim: Style;
  readonly strong: Style;
  readonly italic: Style;
  readonly underline: Style;
  readonly struck: Style;
  /** Names, headings, links and the user's own messages. */
  readonly accent: Style;
  readonly success: Style;
  readonly warning: Style;
  readonly error: Style;
  readonly added: Style;
  readonly removed: Style;
  /** The changed words of a changed line. */
  readonly addedWords: Style;
  readonly removedWords: Style;
  readonly code: Style;
  /** The selected item of a list. */
  readonly selected: Style;
  /** Parts of highlighted code. */
  readonly syntax: Readonly<Record<SyntaxPart, Style>>;
  /** Default: the terminal shows only text. */
  readonly features?: TerminalFeatures;
}

export interface TerminalFeatures {
  /** True if it opens links (OSC 8). */
  readonly hyperlinks: boolean;
  /** Protocol of images. Absent: it shows none. */
  readonly images?: "kitty" | "iterm2";
}

export type SyntaxPart = "keyword" | "string" | "number" | "comment" | "name" | "type";

/** Parameters of SGR, ECMA-48: on and off. The colors are those of the terminal's own palette. */
const style =
  (on: string, off: string): Style =>
  (text) =>
    text === "" ? "" : `\u001b[${on}m${text}\u001b[${off}m`;

const plain: Style = (text) => text;

const dim = style("2", "22");
const strong = style("1", "22");
const color = (code: number): Style => style(String(code), "39");

/** Styles with the 16 colors of the terminal's palette, so that they fit a light and a dark one. */
export const paletteTheme: Theme = {
  dim,
  strong,
  italic: style("3", "23"),
  underline: style("4", "24"),
  struck: style("9", "29"),
  accent: color(36),
  success: color(32),
  warning: color(33),
  error: color(31),
  added: color(32),
  removed: color(31),
  addedWords: style("7", "27"),
  removedWords: style("7", "27"),
  code: color(36),
  selected: style("7", "27"),
  syntax: { keyword: color(35), string: color(32), number: color(33), comment: dim, name: color(34), type: color(36) },
};

/** Without colors, as `NO_COLOR` asks: bold, dim and inverse text remain. */
export const colorlessTheme: Theme = {
  ...paletteTheme,
  accent: plain,
  success: plain,
  warning: plain,
  error: strong,
  added: plain,
  removed: plain,
  code: plain,
  syntax: { keyword: plain, string: plain, number: plain, comment: dim, name: plain, type: plain },
};

/** Text alone: no color, no bold, nothing inverse. */
export const unstyledTheme: Theme = {
  ...colorlessTheme,
  dim: plain,
  strong: plain,
  italic: plain,
  underline: plain,
  struck: plain,
  error: plain,
  addedWords: plain,
  removedWords: plain,
  selected: plain,
  syntax: { ...colorlessTheme.syntax, comment: plain },
};
