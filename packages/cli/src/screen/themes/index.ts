export { colorlessTheme, paletteTheme, unstyledTheme } from "./theme.ts";
export type { Style, Theme } from "./theme.ts";
