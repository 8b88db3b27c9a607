export { backgroundOf, environmentBackground } from "./background.ts";
export { colorDepth } from "./color-depth.ts";
export { colorlessTheme, paletteTheme, unstyledTheme } from "./theme.ts";
export type { Style, TerminalFeatures, Theme } from "./theme.ts";
export { type ParsedTheme, parseTheme } from "./theme-spec.ts";
export { Themes } from "./themes.ts";
