import type { AgentServer } from "./agent-server.ts";
import type { RunOptions } from "./run-command.ts";

/** Folders, server and limits of one measurement. */
export interface Bench {
  /** Runs of each program after a warm-up. */
  readonly times: number;
  /** The folder in which the peers are installed. */
  readonly installed: string;
  /** A temporary folder for homes and projects. */
  readonly folder: string;
  readonly server: AgentServer;
  readonly running: RunOptions;
  /** Reports a step on standard error. */
  readonly report: (step: string) => void;
}
