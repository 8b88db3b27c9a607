export type { Next } from "./commands/index.ts";
export type { FooterSource, PlaceFacts, SandboxLevel } from "./footer/index.ts";
export { OpenQuestions } from "./panels/index.ts";
export { Screen } from "./screen.ts";
export { processTimer } from "./terminal/index.ts";
export { colorlessTheme, paletteTheme } from "./themes/index.ts";
