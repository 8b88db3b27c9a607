export { callLine, providerLines, todoLines } from "./lines.ts";
export { jsonDisplay } from "./json-display.ts";
export { streamJsonDisplay } from "./stream-json-display.ts";
export { costCell, costText } from "./summary-line.ts";
export { textDisplay } from "./text-display.ts";
