import type { Settings } from "coxswain/settings";
import type { Next } from "./commands/index.ts";

/** A way of showing a session to a user. */
export interface SessionScreen {
  /** The way in which the session is shown now: the user may change it. */
  readonly mode: NonNullable<Settings["screen"]>;
  /** Shows the session until the user leaves it. Returns what follows. Called once. */
  run(): Promise<Next>;
  /** Prints a text of the program itself: of any content. */
  print(text: string): void;
  /** Leaves the session. Default: the program ends. */
  leave(next?: Next): void;
  /** Restores the terminal for another program. */
  close(): void;
  /** Shows the screen again after `close`. */
  reopen(): void;
}
