import type { ModelInfo, Thinking } from "../model/index.ts";
import type { PermissionMode } from "../policy/index.ts";

/** What a person can set once instead of saying it each time. All of it is optional; `docs/settings.md` tells of each. */
export interface Settings {
  /** `provider/model`, or words of a model's name, with a level of thinking behind a colon if it is to have one. */
  readonly model?: string;
  readonly thinking?: Thinking;
  /** The model for titles and summaries, named as `model` is. */
  readonly smallModel?: string;
  /** The models that are gone through from one to the next: patterns and names, each with a level of thinking if it is to have one. */
  readonly scopedModels?: readonly string[];
  /** Whether sessions are given titles by the small model. */
  readonly titles?: boolean;
  /** References of the models that a run goes on with, in this order, where its own has failed for good. */
  readonly fallbackModels?: readonly string[];
  /** Turns that one run may take; 0 for no limit. */
  readonly maxTurns?: number;
  /** What one run may spend, besides its turns; 0 for no limit. */
  readonly budget?: BudgetSettings;
  /** How far agents may be given tasks. */
  readonly tasks?: TaskSettings;
  /** Names of tools that run without asking. */
  readonly allow?: readonly string[];
  /** Rules for what tools may do. */
  readonly permissions?: PermissionSettings;
  /** What confines the commands that the model runs. */
  readonly sandbox?: SandboxSettings;
  /** Providers of the person's own, and other addresses of known ones, by the name that references begin with. */
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  /** Corrections to the catalog, by `provider/model`. */
  readonly models?: Readonly<Record<string, ModelSettings>>;
  /** Put before every shell command, with a space between. */
  readonly shellPrefix?: string;
  readonly environment?: EnvironmentSettings;
  /** What tools of the web may reach. */
  readonly web?: WebSettings;
  /** Commands that have a say in runs, in the order in which they are asked. */
  readonly hooks?: readonly HookSettings[];
  /** Whose hooks in Claude Code's files are asked as well: nobody's, the trusted project's, or the person's own too. */
  readonly claudeHooks?: "off" | "project" | "all";
  /** Packages of npm, as they are named, and paths of files or folders with an `index`. */
  readonly extensions?: readonly string[];
  readonly timeouts?: TimeoutSettings;
  readonly retry?: RetrySettings;
  readonly compaction?: CompactionSettings;
  readonly retention?: RetentionSettings;
  /** How long providers that want marks for their cache are asked to keep a prefix. */
  readonly cacheTtl?: "5m" | "1h";
  /** Whether tokens in what tools bring are masked before they are kept and told. */
  readonly maskSecrets?: boolean;
  readonly toolExecution?: "sequential" | "parallel";
  readonly steerMode?: "skip" | "after-batch";
  readonly onAbort?: "discard" | "keep";
  readonly durability?: "full" | "normal" | "off";
}

export interface BudgetSettings {
  readonly usd?: number;
  readonly tokens?: number;
  readonly toolCalls?: number;
  readonly seconds?: number;
}

export interface TaskSettings {
  /** How many levels of agents there may be below a session; 0: none. */
  readonly depth?: number;
  /** How many agents of one level work at a time. */
  readonly atOnce?: number;
  /** How many agents of one level may wait for that. */
  readonly waiting?: number;
  /** How many tasks a run and all agents below it may give together. */
  readonly perRun?: number;
}

export interface ProviderSettings {
  /** Absolute http or https URL, as far as the paths of its wire begin: for OpenAI Chat without `/chat/completions`. A known provider has its own. */
  readonly baseURL?: string;
  /** The wire that it speaks. Default: that of the known provider of the name, else OpenAI Chat. */
  readonly api?: "openai-chat" | "openai-responses" | "anthropic" | "google";
  /** Environment variable that holds the key. Default: that of the known provider of the name, else it needs none. */
  readonly apiKeyEnv?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What is known of its models, by their names there; others can be asked all the same. */
  readonly models?: Readonly<Record<string, ModelSettings>>;
  /** Fields of the body of each request, as the provider names them; null takes one away. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface ModelSettings extends Partial<Pick<ModelInfo, "name" | "contextWindow" | "maxOutput" | "vision" | "thinking" | "price">> {
  /** Fields of the body of its requests, as its provider names them; null takes one away. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface WebSettings {
  /** Hosts of private networks and of this machine, as `localhost:3000` or, with any port, `wiki.internal`. */
  readonly privateHosts?: readonly string[];
  /** Who searches the web. */
  readonly search?: WebSearchSettings;
  /** Which Sourcegraph searches code. */
  readonly sourcegraph?: { readonly url: string };
}

export interface WebSearchSettings {
  readonly provider: "brave" | "exa" | "searxng" | "tavily";
  /** Absolute http or https URL. Default: the provider's own; SearXNG has none. */
  readonly url?: string;
}

export interface SandboxSettings {
  /** `auto`: confined where the system has what it takes; `required`: no command runs else; `off`: none is. */
  readonly mode?: "auto" | "required" | "off";
  /** Hosts that commands may reach, as `registry.npmjs.org` or `*.github.com`; `*` alone: the network is open. */
  readonly network?: readonly string[];
  /** Folders that they may write in besides the session's own: absolute, or in the home as `~/.cache/go-build`. */
  readonly writable?: readonly string[];
}

export interface EnvironmentSettings {
  /** Names of variables that commands are given although they look like secrets. */
  readonly allow?: readonly string[];
}

export interface HookSettings {
  readonly event: HookSettingsEvent;
  /** For the shell, in the session's folder. */
  readonly command: string;
  /** Default: the beginning of the command. */
  readonly name?: string;
  /** Names of the tools that it is about, where `*` stands for any letters, and `edit` for `apply_patch` too. Default: all. */
  readonly tools?: readonly string[];
  /** Seconds that it has. */
  readonly timeout?: number;
  /** Whether a failure of it denies what it could deny, or is a warning. */
  readonly blocking?: boolean;
  /** Whether it is asked. */
  readonly enabled?: boolean;
}

export type HookSettingsEvent =
  | "before_run"
  | "turn_start"
  | "post_message"
  | "pre_tool"
  | "post_tool"
  | "turn_end"
  | "pre_compact"
  | "run_end";

export interface RetentionSettings {
  /** Days after its last use when a session is old enough to be pruned. */
  readonly days?: number;
}

export interface RetrySettings {
  /** How often one response is asked for again; 0: never. */
  readonly tries?: number;
  /** Seconds before the first time; each further wait is twice as long. */
  readonly baseSeconds?: number;
  /** Seconds that a wait may take, also where the provider asks for more. */
  readonly capSeconds?: number;
  /** Seconds after a response's first failure in which it may be asked for again. */
  readonly budgetSeconds?: number;
}

export interface CompactionSettings {
  /** Whether the conversation is compacted by itself where the window is nearly full, or that is only said. */
  readonly auto?: "off" | "advisory" | "auto";
  /** Percent of the window at which it is said, 1 to 99; 0: never. */
  readonly advisePercent?: number;
  /** Tokens above which it is compacted as well; 0: no such limit. */
  readonly aboveTokens?: number;
  /** Tokens of the latest messages that stay as they are. */
  readonly keepTokens?: number;
  /** Tokens that a summary may have; 0: 1024. */
  readonly maxTokens?: number;
}

export interface TimeoutSettings {
  /** Seconds that a model's response may bring no byte. */
  readonly noBytesSeconds?: number;
  /** Seconds that it may bring bytes but no content. */
  readonly noContentSeconds?: number;
}

/** Rules as `bash(git status)`, `read(~/.ssh/**)` or a tool's name: deny beats ask beats allow. */
export interface PermissionSettings {
  /** What runs without a question, besides what rules allow. */
  readonly mode?: PermissionMode;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}
