export { colorlessTheme, paletteTheme } from "./theme.ts";
export type { Style, Theme } from "./theme.ts";
