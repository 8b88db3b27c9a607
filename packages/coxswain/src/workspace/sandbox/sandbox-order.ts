import type { Timers } from "../timers.ts";
import type { SandboxOptions } from "./options.ts";

/** Inputs for creating a sandbox. */
export interface SandboxOrder {
  readonly options: SandboxOptions;
  /** The workspace's folder, with links resolved. */
  readonly root: string;
  /** Environment of the commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Returns true for a file of the workspace that contains secrets. */
  readonly isSecret: (path: string) => boolean;
  /** Folders that commands can read regardless of their location. */
  readonly seen: readonly string[];
  readonly timers: Timers;
  /** Finds the first program of that name on a path. */
  readonly find: (name: string, path: string) => Promise<string | undefined>;
}
