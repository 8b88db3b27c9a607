import type { PermissionMode, Session } from "coxswain";
import type { Panel } from "../panels/index.ts";

/** The step after a session on the screen. */
export type Next = { readonly kind: "exit" } | { readonly kind: "open"; readonly id: string } | { readonly kind: "new" };

/** A session to choose. */
export interface SessionRow {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** The part of the screen that commands use. */
export interface CommandHost {
  readonly session: Session;
  /** References of the models that the user can choose. */
  models(): Promise<readonly string[]>;
  /** The sessions of the folder, the latest first. */
  sessions(): Promise<readonly SessionRow[]>;
  mode(): PermissionMode;
  setMode(mode: PermissionMode): void;
  /** Prints lines in the transcript. */
  print(text: string): void;
  /** Shows a panel instead of the editor. Replaces the one that is open. */
  open(panel: Panel): void;
  close(): void;
  leave(next: Next): void;
}

/** A command that is typed with a slash. */
export interface ScreenCommand {
  /** Without the slash. */
  readonly name: string;
  /** As in the help, for example `[NAME]`. Default: it takes none. */
  readonly arguments?: string;
  readonly summary: string;
  /** Runs it with the words after its name. Rejects with an Error whose message names the next step. */
  run(words: string, host: CommandHost): Promise<void>;
}
