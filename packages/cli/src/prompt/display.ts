import type { Event, PermissionMode, SessionState } from "coxswain";
import type { Confinement } from "coxswain/tools";
import type { Ending } from "./ending.ts";
import type { Report } from "./report.ts";

/** What a display has to know of a session, which may be open elsewhere. */
export interface ShownSession {
  readonly id: string;
  readonly state: Pick<SessionState, "id" | "cwd" | "model" | "thinking">;
  /** Names of the tools that its model is given. */
  readonly tools: readonly string[];
  /** Names of slash commands that there are here, besides those that are always there. */
  readonly commands?: readonly string[];
  /** What confines the commands that this process runs for it. */
  readonly sandbox?: Confinement;
  /** What this process lets run for it without a question. */
  readonly mode?: PermissionMode;
}

/** Shows a run. What it shows is made of events alone. */
export interface Display {
  /** A run of this session is about to begin. */
  start(session: ShownSession): void;
  /** A promise: nothing more is to be told before it resolves, as while a question is on the screen. */
  event(event: Event): void | Promise<void>;
  /** It has ended, or could not begin. Exactly once. */
  end(ending: Ending, report: Report): void;
}

/** Many displays as one. */
export const displays = (...all: readonly Display[]): Display => ({
  start: (session) => all.forEach((display) => display.start(session)),
  async event(event) {
    for (const display of all) await display.event(event);
  },
  end: (ending, report) => all.forEach((display) => display.end(ending, report)),
});
