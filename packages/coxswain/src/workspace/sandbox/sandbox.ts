import type { Confinement } from "../confinement.ts";

/** Confines commands, or says why it does not. */
export interface Sandbox {
  confinement(): Promise<Confinement>;
  /**
   * For one command, which begins in this folder; undefined where nothing confines it and nothing has to.
   * @throws {ProcessError} it has to be confined and cannot be.
   */
  enter(cwd: string): Promise<Entered | undefined>;
  /** The workspace itself has written there while commands ran: they have not. */
  wrote(path: string): void;
  close(): Promise<void>;
}

/** How one command is run. */
export interface Entered {
  /** A program and arguments, to which those of the command are added. */
  readonly program: readonly string[];
  /** Put over the command's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether it tells on descriptor 3 of what it has started and how that ended. */
  readonly status: boolean;
  /** After the command. Tells where it had put something that it may not, and where that lies now. */
  leave(): Promise<readonly MovedAway[]>;
  /** What commands of the workspace were refused of the network since it was entered, in lines. Absent where nothing is there to ask. */
  readonly refused?: () => readonly string[];
}

/** Something that a confined command had put where it runs code by itself: it lies under another name now. */
export interface MovedAway {
  readonly path: string;
  readonly to: string;
}
