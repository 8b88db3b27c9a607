import type { EditorCommand } from "./completion.ts";
import type { DraftStore } from "./draft-file.ts";
import type { EarlierPrompt } from "./prompt-history.ts";

/** Sources of an editor beside its text. */
export interface EditorSources {
  /** Reads the commands beside those of the screen: of templates, skills and extensions. */
  commands(): Promise<readonly EditorCommand[]>;
  /** Yields the project's files as paths relative to the session's folder, without those that it ignores. */
  files(): AsyncIterable<string>;
  /** The prompts of the project's sessions, the latest first. */
  prompts(): Promise<readonly EarlierPrompt[]>;
  readonly drafts: DraftStore;
  /** True if the user's language is typed with an input method. */
  readonly hasInputMethod: boolean;
  /** Reads the image in the clipboard. Rejects with an Error for the user if there is none. */
  clipboardImage(): Promise<Uint8Array>;
  /** Opens a prompt in the user's editor. Rejects with an Error for the user if that fails. */
  editExternally(text: string): Promise<string>;
}

/** Sources of an editor that is not for prompts of a session: no files, history, drafts, clipboard and other editor. */
export const NO_SOURCES: EditorSources = {
  commands: async () => [],
  async *files() {},
  prompts: async () => [],
  hasInputMethod: false,
  drafts: { take: async () => undefined, save: async () => {} },
  clipboardImage: () => Promise.reject(new Error("images cannot be pasted here")),
  editExternally: () => Promise.reject(new Error("no other editor can be used here")),
};
