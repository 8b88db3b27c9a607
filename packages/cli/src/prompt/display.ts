import type { Event, PermissionMode, SessionState } from "coxswain";
import type { Confinement } from "coxswain/tools";
import type { RunResult } from "./run-result.ts";
import type { Report } from "./report.ts";

/** An MCP server with a status of Claude Code. */
export interface ServerStatus {
  readonly name: string;
  readonly status: "connected" | "disabled" | "failed" | "needs-auth" | "pending";
}

/** A session as displays see it; it may be open in another process. */
export interface ShownSession {
  readonly id: string;
  readonly state: Pick<SessionState, "id" | "cwd" | "model" | "thinking">;
  /** Names of the tools offered to its model. */
  readonly tools: readonly string[];
  /** Names of slash commands besides the built-in ones. */
  readonly commands?: readonly string[];
  /** Confinement of the commands that this process runs for it. */
  readonly sandbox?: Confinement;
  /** MCP servers of this process, with their states in Claude Code's words. */
  readonly servers?: readonly ServerStatus[];
  /** Permission mode of this process. */
  readonly mode?: PermissionMode;
}

/** Shows a run, from its events only. */
export interface Display {
  /** Called before a run of this session starts. */
  start(session: ShownSession): void;
  /** Callers await a returned promise before the next event, for example while a question is open. */
  event(event: Event): void | Promise<void>;
  /** The run ended or could not start. Called exactly once. */
  end(result: RunResult, report: Report): void;
}

/** Combines displays. */
export const displays = (...all: readonly Display[]): Display => ({
  start: (session) => all.forEach((display) => display.start(session)),
  async event(event) {
    for (const display of all) await display.event(event);
  },
  end: (result, report) => all.forEach((display) => display.end(result, report)),
});
