import { COX } from "./cox.ts";
import { terminalProcess, type TerminalProcess } from "./terminal-process.ts";

export const SCREEN_MODES = ["inline", "full"] as const;

/** Options of a new session that measures only the screen. */
export const NEW_SESSION = ["--no-titles", "--no-compaction"];

/** The end of a frame. */
// oxlint-disable-next-line no-control-regex -- a control sequence
export const FRAME = /\u001b\[\?2026l/;

/** Opens an interactive session of the built `cox` in a pseudo-terminal. */
export const openScreen = (
  mode: (typeof SCREEN_MODES)[number],
  cwd: string,
  environment: NodeJS.ProcessEnv,
  options: readonly string[],
): TerminalProcess => terminalProcess([COX, "--cwd", cwd, "--screen", mode, ...options], environment);
