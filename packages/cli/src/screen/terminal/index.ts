export { processTimer, type FrameTimer } from "./frame-timer.ts";
export { InlineOutput, type Frame, type TerminalOutput } from "./inline-output.ts";
export type { ScreenTerminal } from "./screen-terminal.ts";
export { terminalFeatures } from "./terminal-features.ts";
export { ReportingTerminal } from "./reporting-terminal.ts";
export type { TerminalReport } from "./terminal-reports.ts";
