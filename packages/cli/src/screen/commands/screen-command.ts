import type { PermissionMode, Session } from "coxswain";
import type { Keymap } from "../keys/index.ts";
import type { Choices } from "../panels/index.ts";
import type { ReviewSource } from "../review/index.ts";
import type { ScreenSession } from "../screen-session.ts";
import type { Theme, Themes } from "../themes/index.ts";
import type { ListedCommand } from "./listed-command.ts";
import type { Workplace } from "./workplace.ts";

/** A step that leaves the session on the screen. */
export type Leave =
  | { readonly kind: "exit" }
  | { readonly kind: "new"; readonly draft?: string }
  /** `draft`: text for the editor of the next screen. */
  | { readonly kind: "open"; readonly id: string; readonly draft?: string };

/** The step after a session on the screen. */
export type Next =
  | Leave
  /** Shows the same session again, because its conversation continues from another entry. `notice`: lines to print there. */
  | { readonly kind: "again"; readonly draft?: string; readonly notice?: string };

/** The part of the screen that commands use. All ways of showing a screen have it. */
export interface CommandHost {
  /** The session of this process. Throws while another process has it open. */
  readonly session: Session;
  /** The session on the screen. */
  readonly shown: Pick<ScreenSession, "id" | "entries" | "state" | "files">;
  readonly workplace: Workplace;
  /** The keys in effect. */
  readonly keys: Keymap;
  readonly themes: Themes;
  readonly mode: () => PermissionMode;
  readonly setMode: (mode: PermissionMode) => void;
  /** Prints lines of any content in the transcript. */
  readonly print: (text: string) => void;
  /** Prints lines once the screen shows the session again. */
  readonly printAgain: (text: string) => void;
  /** Prints rows in the transcript: at most as wide as given, without control characters but those of the theme. */
  readonly show: (render: (size: { readonly width: number }, theme: Theme) => readonly string[]) => void;
  /** Shows a list. Resolves to the chosen value, or undefined if the user closes it. */
  readonly choose: <Value>(choices: Choices<Value>) => Promise<Value | undefined>;
  /** Asks for a line of text. Resolves to undefined if the user types none. */
  readonly read: (title: string, initial?: string) => Promise<string | undefined>;
  /** Shows changes, on which the user comments. Resolves to the comments as a prompt, or undefined without comments. */
  readonly review: (source: ReviewSource) => Promise<string | undefined>;
  /** Adds a string to the text in the editor. */
  readonly draft: (text: string) => void;
  /** Sends a prompt, as if the user had typed it. */
  readonly submit: (text: string) => Promise<void>;
  /** Asks the user whether to leave, if that ends work. Resolves to true if the user leaves. */
  readonly mayLeave: (next: Next["kind"]) => Promise<boolean>;
  readonly leave: (next: Next) => void;
}

/** A value for the argument of a command. */
export interface ArgumentValue {
  readonly value: string;
  readonly note?: string;
}

/** A command of the screen. */
export interface ScreenCommand extends ListedCommand {
  /** Lists values for its argument. Default: none are known. */
  readonly complete?: (host: Pick<CommandHost, "session" | "workplace">) => Promise<readonly ArgumentValue[]>;
  /** Runs it with the words after its name. Rejects with an Error whose message names the next step. */
  run(words: string, host: CommandHost): Promise<void>;
}
