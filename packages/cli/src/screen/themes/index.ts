export { colorlessTheme, paletteTheme } from "./theme.ts";
export type { Style, TerminalFeatures, Theme } from "./theme.ts";
