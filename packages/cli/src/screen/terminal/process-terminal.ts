import { ProcessTerminal } from "@earendil-works/pi-tui";
import { processTimer } from "./frame-timer.ts";
import { losesCaret } from "./inline-problem.ts";
import { ReportingTerminal, type ReportingTerminalOptions } from "./reporting-terminal.ts";

/** Returns the terminal of this process. Only requested reports are passed on. */
export const processTerminal = (
  env: Readonly<Record<string, string | undefined>>,
  reports: Pick<ReportingTerminalOptions, "requested" | "onReport"> = {},
): ReportingTerminal =>
  new ReportingTerminal({ terminal: new ProcessTerminal(), timer: processTimer, losesCaret: losesCaret(env), ...reports });
