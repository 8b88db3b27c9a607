import type { Confinement } from "./confinement.ts";
import type { ProcessEnd } from "./process.ts";

/** Programs that run beside a session and talk over their standard input and output, such as language servers. */
export interface Programs {
  /**
   * Returns the absolute path of a program, or undefined. Folders of the workspace, folders named `node_modules` and relative
   * ones on the path are skipped, because a project could plant programs there. `folders`: absolute ones to search first.
   */
  find(name: string, folders?: readonly string[]): Promise<string | undefined>;
  /**
   * Starts a program in a separate process group, in an empty folder that is also its temporary folder. In the workspace's
   * sandbox it can write only there, and has no network. It is killed when this process ends, also if this one is killed.
   * @throws {ProcessError} if it cannot be started, or cannot be confined as required.
   */
  start(options: ProgramOptions): Promise<RunningProgram>;
}

export interface ProgramOptions {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  /** Added to the environment of commands, whose path has only the folders that `find` searches. */
  readonly env?: Readonly<Record<string, string>>;
  /** Receives the bytes of standard output as they arrive. Must not throw. */
  readonly onOutput: (bytes: Uint8Array) => void;
}

export interface RunningProgram {
  /** Id of its process group. */
  readonly group: number;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly confinement: Confinement;
  /** Resolves when the program has ended. */
  readonly ended: Promise<ProcessEnd>;
  /** The last characters of its standard error, at most 2,000. */
  readonly errors: string;
  /** Writes to its standard input. Has no effect once it has ended. */
  write(bytes: Uint8Array): void;
  /** Returns the resident memory of the program and the processes below it, in bytes. Undefined if it is unknown. */
  memory(): Promise<number | undefined>;
  /** Ends the program and the processes below it, first with SIGTERM, and deletes its folder. Idempotent. */
  end(): Promise<void>;
}
