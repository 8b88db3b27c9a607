import type { Timers } from "../timers.ts";
import type { SandboxOptions } from "./options.ts";

/** What a sandbox is made of. */
export interface SandboxOrder {
  readonly options: SandboxOptions;
  /** The workspace's folder, links resolved. */
  readonly root: string;
  /** Of the commands. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Tells of a file of the workspace whether it holds secrets. */
  readonly isSecret: (path: string) => boolean;
  /** Folders that commands are to see wherever they lie. */
  readonly seen: readonly string[];
  readonly timers: Timers;
  /** The first program of that name on a path. */
  readonly find: (name: string, path: string) => Promise<string | undefined>;
}
