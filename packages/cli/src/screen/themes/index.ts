export { colorlessTheme, paletteTheme } from "./theme.ts";
export type { Style, SyntaxPart, Theme } from "./theme.ts";
