export { processTimer, type FrameTimer } from "./frame-timer.ts";
export { FullOutput } from "./full-output.ts";
export { InlineOutput, type Frame, type TerminalOutput } from "./inline-output.ts";
export { inlineProblem } from "./inline-problem.ts";
export { mouseEvent, type MouseEvent } from "./mouse.ts";
export type { ScreenTerminal } from "./screen-terminal.ts";
export { CARET_TO_LAST_ROW } from "./sequences.ts";
