export { chooseItem } from "./choose-item.ts";
export { Conversations } from "./conversations.ts";
export type { LineTerminal } from "./line-terminal.ts";
export { PlainOutput } from "./plain-output.ts";
export { PlainScreen, type PlainScreenOptions } from "./plain-screen.ts";
export { ProcessLineTerminal } from "./process-line-terminal.ts";
