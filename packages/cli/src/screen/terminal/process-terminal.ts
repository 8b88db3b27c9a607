import { ProcessTerminal } from "@earendil-works/pi-tui";
import { processTimer } from "./frame-timer.ts";
import { mayBeXtermJs, reflowOf } from "./reflow.ts";
import { ReportingTerminal, type ReportingTerminalOptions } from "./reporting-terminal.ts";

/** Konsole sends the Enter of the keypad, in its application mode, for Shift+Enter. */
const KONSOLE_KEYS: ReadonlyMap<string, string> = new Map([["\u001bOM", "\u001b[13;2u"]]);

/** Returns the terminal of this process. Only requested reports are passed on. */
export const processTerminal = (
  env: Readonly<Record<string, string | undefined>>,
  reports: Pick<ReportingTerminalOptions, "requested" | "onReport"> = {},
): ReportingTerminal =>
  new ReportingTerminal({
    terminal: new ProcessTerminal(),
    timer: processTimer,
    reflow: reflowOf(env),
    asksForDevice: mayBeXtermJs(env),
    ...((env["KONSOLE_VERSION"] ?? "") === "" ? {} : { keys: KONSOLE_KEYS }),
    ...reports,
  });
