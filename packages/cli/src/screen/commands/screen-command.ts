import type { PermissionMode, Session } from "coxswain";
import type { Panel } from "../panels/index.ts";

/** What follows a session on the screen. */
export type Next = { readonly kind: "exit" } | { readonly kind: "open"; readonly id: string } | { readonly kind: "new" };

/** A session to choose. */
export interface SessionRow {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** What commands use of the screen. */
export interface CommandHost {
  readonly session: Session;
  /** References of the models that the user can choose. */
  models(): Promise<readonly string[]>;
  /** The sessions of the folder, the latest first. */
  sessions(): Promise<readonly SessionRow[]>;
  mode(): PermissionMode;
  setMode(mode: PermissionMode): void;
  /** Prints a text in the transcript. */
  print(text: string): void;
  /** Shows a panel in the place of the editor. Replaces the one that is open. */
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
  /** Runs it with the words after its name. Rejects with an Error whose message says what to do. */
  run(words: string, host: CommandHost): Promise<void>;
}
