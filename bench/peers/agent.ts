import type { ToolCall } from "../measure/anthropic-wire.ts";

/** A coding agent without a terminal: how it is configured, started and continued, by its documentation. */
export interface Agent {
  /** Name in the tables. */
  readonly name: string;
  /** Package in the manifest whose version is shown; absent for programs of this checkout. */
  readonly package?: string;
  readonly wire: "anthropic" | "responses";
  /** A call that makes it run the shell command `true NUMBER`: agents end runs that repeat one call. */
  readonly call: (number: number) => ToolCall;
  /** Keys, folders, and the documented switches against telemetry, update checks and downloads. */
  readonly environment: (scene: Scene) => Readonly<Record<string, string>>;
  /** Writes its configuration. */
  readonly configure?: (scene: Scene) => Promise<void>;
  readonly version: (scene: Scene) => Argv;
  /** Starts a new session in `scene.cwd`; every `true` runs without a question. */
  readonly start: (scene: Scene, prompt: string) => Argv;
  /** Continues the session of `scene.cwd`. */
  readonly resume: (scene: Scene, prompt: string) => Argv;
  /** Makes the session of `scene.cwd`, which has one shell call, as long as asked. */
  readonly lengthen: (scene: Scene, entries: number, run: RunAgent) => Promise<void>;
  /** Compacts the session of `scene.cwd`. Absent if no documented way works without a terminal. */
  readonly compact?: (scene: Scene, run: RunAgent) => Promise<unknown>;
}

export type Argv = readonly [program: string, ...parameters: readonly string[]];

/** Runs the agent's program to its end and resolves to what it wrote to its standard output. */
export type RunAgent = (argv: Argv) => Promise<string>;

/** Folders for one measurement, all of them temporary. */
export interface Scene {
  /** The folder in which the peers are installed. */
  readonly installed: string;
  /** The agent's home, with its configuration and its sessions. */
  readonly home: string;
  /** The project that the agent works in: empty, and not a Git repository. */
  readonly cwd: string;
  /** The provider server, without a path. */
  readonly url: string;
}

/** The model that agents with Anthropic's wire request. */
export const MODEL = "claude-sonnet-5-5";

/** The path of a file in an installed package. */
export const installedFile = ({ installed }: Scene, path: string): string => `${installed}/node_modules/${path}`;
