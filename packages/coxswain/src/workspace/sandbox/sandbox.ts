import type { Confinement } from "../confinement.ts";

/** Confines commands, or reports why it cannot. */
export interface Sandbox {
  confinement(): Promise<Confinement>;
  /**
   * Prepares one command that starts in this folder. Undefined if it runs unconfined.
   * @throws {ProcessError} if confinement is required and unavailable.
   */
  enter(cwd: string): Promise<Entered | undefined>;
  /** Records a write by the workspace itself, so that it is not attributed to running commands. */
  wrote(path: string): void;
  close(): Promise<void>;
}

/** Instructions to run one command. */
export interface Entered {
  /** Program and arguments, followed by those of the command. */
  readonly program: readonly string[];
  /** Added to the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** True if the program reports its status on descriptor 3. */
  readonly status: boolean;
  /** Called after the command. Returns the files that it created in protected places, with their new names. */
  leave(): Promise<readonly MovedAway[]>;
  /**
   * Returns the connections refused to the workspace's commands since this one started, as lines. Absent without a
   * proxy.
   */
  readonly refused?: () => readonly string[];
}

/** A file that a confined command created where programs run it automatically. It was renamed. */
export interface MovedAway {
  readonly path: string;
  readonly to: string;
}
