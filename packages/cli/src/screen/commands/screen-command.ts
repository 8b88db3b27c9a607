import type { PermissionMode, Session } from "coxswain";
import type { Keymap } from "../keys/index.ts";
import type { Choices } from "../panels/index.ts";
import type { Theme, Themes } from "../themes/index.ts";

/** The step after a session on the screen. */
export type Next = { readonly kind: "exit" } | { readonly kind: "open"; readonly id: string } | { readonly kind: "new" };

/** A session to choose. */
export interface SessionRow {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
}

/** Facts and actions outside the session that commands use. */
export interface Workplace {
  /** References of the models that the user can choose. */
  models(): Promise<readonly string[]>;
  /** The sessions of the folder, the latest first. */
  sessions(): Promise<readonly SessionRow[]>;
  /** Stores the user's theme for other sessions. Rejects with an Error that has the reason. */
  saveTheme?(name: string): Promise<void>;
}

/** The part of the screen that commands use. All ways of showing a screen have it. */
export interface CommandHost {
  readonly session: Session;
  readonly workplace: Workplace;
  /** The keys in effect. */
  readonly keys: Keymap;
  readonly themes: Themes;
  mode(): PermissionMode;
  setMode(mode: PermissionMode): void;
  /** Prints lines of any content in the transcript. */
  print(text: string): void;
  /** Prints rows in the transcript: at most as wide as given, without control characters but those of the theme. */
  show(render: (size: { readonly width: number }, theme: Theme) => readonly string[]): void;
  /** Shows a list. Resolves to the chosen value, or undefined if the user closes it. */
  choose<Value>(choices: Choices<Value>): Promise<Value | undefined>;
  /** Asks for a line of text. Resolves to undefined if the user types none. */
  read(title: string, initial?: string): Promise<string | undefined>;
  leave(next: Next): void;
}

/** A command that is typed with a slash. */
export interface ScreenCommand {
  /** Without the slash. */
  readonly name: string;
  /** As in the help, for example `[NAME]`. Default: it takes none. */
  readonly arguments?: string;
  readonly summary: string;
  /** Returns values of its argument, to complete it. */
  readonly complete?: (host: CommandHost) => readonly string[] | Promise<readonly string[]>;
  /** Runs it with the words after its name. Rejects with an Error whose message names the next step. */
  run(words: string, host: CommandHost): Promise<void>;
}
