import type { ModelInfo, Thinking } from "coxswain";
import type { ContextReport, RunOptions } from "coxswain/session";
import type { ListedCommand } from "./listed-command.ts";

/** A session to choose. */
export interface SessionRow {
  readonly id: string;
  /** Empty if it has neither a title nor a message. */
  readonly title: string;
  /** Id of the session that it was forked from. */
  readonly parent?: string;
  /** The beginning of its first prompt. */
  readonly opening: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly messages: number;
  /** USD, as far as prices are known. */
  readonly cost: number;
  /** True if it cannot be opened. */
  readonly isDamaged: boolean;
}

/** The end of a session. */
export interface SessionEnd {
  /** `running`: its last run has no end, because another process runs it, or because it was interrupted. */
  readonly state: "done" | "running" | "asking";
  /** The last answer. Empty: there is none. */
  readonly answer: string;
}

/** A model to choose. */
export interface ModelRow {
  readonly info: ModelInfo;
  /** True for the user's choice of models: the default one and those of the setting `scopedModels`. */
  readonly isFavorite: boolean;
}

/** A setting with its value in effect. */
export interface SettingRow {
  /** For example `budget.usd`. */
  readonly key: string;
  /** As JSON, without secrets. Empty: it is not set and has no default. */
  readonly value: string;
  /** The sources of the value, for people. */
  readonly source: string;
  /** False if the value is the default. */
  readonly isSet: boolean;
  readonly description: string;
  /** The allowed values as they are typed. Empty: they are not a fixed set. */
  readonly values: readonly string[];
  readonly isList: boolean;
}

/** A rule that an answer saved and that applies in the folder. */
export interface SavedRule {
  readonly rule: string;
  /** For people, for example `answer: always`. */
  readonly scope: string;
}

/** The files of a project that apply only if it is trusted. */
export interface TrustReview {
  /** The files with their content, for people. */
  readonly text: string;
  readonly hasFiles: boolean;
  readonly isTrusted: boolean;
  /** Absolute. */
  readonly project: string;
  /** Trusts the project, with the files in `text`. */
  readonly trust: () => void;
}

/** An MCP server in a list. Its text may be anything that a server sends. */
export interface ServerItem {
  readonly name: string;
  /** For people, for example `started`. */
  readonly state: string;
  /** Its tools and the tokens that they take. Empty: not known. */
  readonly size: string;
  /** The reason why it is not available, and what to do. */
  readonly reason?: string;
  /** Its tools, prompts and resources, for people. */
  readonly lines: readonly string[];
  /** The actions that its state allows, the likeliest first. Empty: it is not used. */
  readonly actions: readonly ServerAction[];
}

/** `disable`: until the session is left, or the server is enabled. */
export type ServerAction = "start" | "restart" | "enable" | "disable" | "login";

/** Facts and actions outside the session that commands use. */
export interface Workplace {
  /** The options of the session's runs. */
  readonly runOptions: RunOptions;
  /** The models that can be used now, favorites first. */
  models(): Promise<readonly ModelRow[]>;
  /** Resolves the name of a model, as `-m` takes it. @throws if no model or more than one has that name */
  model(name: string): Promise<{ readonly reference: string; readonly thinking?: Thinking; readonly notes: readonly string[] }>;
  /** The sessions of the folder, the latest first. */
  sessions(): Promise<readonly SessionRow[]>;
  /** Reads the end of a stored session. */
  sessionEnd(id: string): Promise<SessionEnd>;
  /** Creates a session that continues from the end of another one. Returns its id. */
  forkSession(id: string): Promise<string>;
  /** Describes the session's next request. @throws for a session that is not saved */
  context(): Promise<ContextReport>;
  settings(): Promise<readonly SettingRow[]>;
  savedAnswers(): Promise<readonly SavedRule[]>;
  /** Explains why a rule cannot be saved, with the forms of a rule. Undefined for a valid one. */
  ruleFault(rule: string): string | undefined;
  /** Saves a valid rule that allows calls from now on, as an answer to a question does. */
  allow(rule: string, scope: "project" | "always"): Promise<void>;
  /** The existing paths in the folder whose changes are always asked, because these files run code. */
  protectedPaths(): readonly string[];
  /** Describes the calls that were denied since the last call of this function, with what would allow them. */
  denials(): string | undefined;
  trustReview(): Promise<TrustReview>;
  servers(): Promise<readonly ServerItem[]>;
  /**
   * Changes a server of `servers`. Prints lines meanwhile. Returns its new state and size, or why it failed, in one line.
   */
  changeServer(name: string, action: ServerAction, print: (line: string) => void): Promise<string>;
  /** The sandbox of the session's commands in one line. */
  sandbox(): Promise<string>;
  /** The prompt templates, skills and commands of extensions. */
  commands(): Promise<readonly ListedCommand[]>;
  /** Runs another command of `cox` in the session's folder, and returns what it prints. */
  cox(words: readonly string[]): Promise<string>;
  /** Copies text to the clipboard. Returns the way that it took, for the user. */
  copy(text: string): Promise<string>;
  /** Stores the user's theme for other sessions. Rejects with an Error that has the reason. */
  saveTheme(name: string): Promise<void>;
}
