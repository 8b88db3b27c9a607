import type { ModelInfo, Thinking } from "../model/index.ts";
import type { PermissionMode } from "../policy/index.ts";

/** Settings that the user specifies once. All of them are optional; `docs/settings.md` documents each. */
export interface Settings {
  /** `provider/model`, or words of a model's name, with an optional thinking level after a colon. */
  readonly model?: string;
  readonly thinking?: Thinking;
  /** Model for titles and summaries, named like `model`. */
  readonly smallModel?: string;
  /** Models to cycle through: patterns and names, each with an optional thinking level. */
  readonly scopedModels?: readonly string[];
  /** Let the small model generate session titles. */
  readonly titles?: boolean;
  /** References of the fallback models, in this order, for a run whose model failed permanently. */
  readonly fallbackModels?: readonly string[];
  /** Maximum number of turns in a run; 0 for no limit. */
  readonly maxTurns?: number;
  /** Spending limits of a run, besides turns; 0 for no limit. */
  readonly budget?: BudgetSettings;
  /** Limits for tasks of subagents. */
  readonly tasks?: TaskSettings;
  /** Names of tools that run without asking. */
  readonly allow?: readonly string[];
  /** Permission rules for tools. */
  readonly permissions?: PermissionSettings;
  /** Confinement of the commands that the model runs. */
  readonly sandbox?: SandboxSettings;
  /** Custom providers, and other addresses of built-in ones, by the prefix of their references. */
  readonly providers?: Readonly<Record<string, ProviderSettings>>;
  /** Corrections to the catalog, by `provider/model`. */
  readonly models?: Readonly<Record<string, ModelSettings>>;
  /** Prefix of every shell command, separated by a space. */
  readonly shellPrefix?: string;
  /** Trailer of commit messages, such as `Co-Authored-By: NAME <EMAIL>`. Default: none. */
  readonly attribution?: string;
  readonly environment?: EnvironmentSettings;
  /** MCP servers by name, as other programs write them: variables are not expanded yet. */
  readonly mcpServers?: Readonly<Record<string, McpServerSettings>>;
  /** Hosts and services for web tools. */
  readonly web?: WebSettings;
  /** Commands that run as hooks, in this order. */
  readonly hooks?: readonly HookSettings[];
  /** Hooks from Claude Code's files that run too: none, those of the trusted project, or also the user's own. */
  readonly claudeHooks?: "off" | "project" | "all";
  /** Names of npm packages, and paths of files or folders with an `index`. */
  readonly extensions?: readonly string[];
  readonly timeouts?: TimeoutSettings;
  readonly retry?: RetrySettings;
  readonly compaction?: CompactionSettings;
  readonly retention?: RetentionSettings;
  /** Requested cache lifetime, for providers that need cache markers. */
  readonly cacheTtl?: "5m" | "1h";
  /** Mask tokens in tool results before they are stored and sent. */
  readonly maskSecrets?: boolean;
  readonly toolExecution?: "sequential" | "parallel";
  readonly steerMode?: "skip" | "after-batch";
  readonly onAbort?: "discard" | "keep";
  readonly durability?: "full" | "normal" | "off";
  /** Commands that must succeed before a run ends as done. */
  readonly verify?: readonly string[];
  /** Commands that count as checks of the work, besides those of the usual ecosystems. */
  readonly checks?: readonly string[];
  /** Language servers, which check edits and answer questions about code. */
  readonly lsp?: LspSettings;
  /** Record the changes of tools and commands in files, so that they can be undone. */
  readonly recordChanges?: boolean;
  /** Screen of an interactive session of `cox`: the terminal's normal screen, the whole window, or lines that are only added. */
  readonly screen?: "inline" | "full" | "plain";
  /** Colors of interactive sessions: the name of a built-in theme, or of a file in the folder `themes`. */
  readonly theme?: string;
  /** `reduced`: nothing moves, and the screen is redrawn at most once a second. */
  readonly motion?: "full" | "reduced";
  /** Parts of the footer of interactive sessions, in this order. */
  readonly footer?: readonly FooterSegment[];
  /** A command that writes the footer, in Claude Code's format. */
  readonly statusLine?: StatusLineSettings;
  readonly notifications?: NotificationSettings;
}

/** A part of the footer. */
export type FooterSegment =
  | "model"
  | "thinking"
  | "mode"
  | "sandbox"
  | "context"
  | "cache"
  | "cost"
  | "budget"
  | "branch"
  | "folder"
  | "title";

export interface StatusLineSettings {
  readonly type: "command";
  /** Shell command; runs in the session's folder. */
  readonly command: string;
  /** Columns of space before its output. */
  readonly padding?: number;
}

export interface NotificationSettings {
  /** Form of a notification for the terminal. `command` runs `command` instead. */
  readonly method?: "auto" | "bell" | "osc9" | "osc777" | "osc99" | "command" | "off";
  /** Shell command for the method `command`; it receives the notification as JSON. */
  readonly command?: string;
  /** Seconds that a run must have lasted if the terminal does not report whether it has the focus. */
  readonly afterSeconds?: number;
  /** Shows the session's state in the terminal's title, its progress bar and its list of programs. */
  readonly status?: boolean;
}

export interface BudgetSettings {
  readonly usd?: number;
  readonly tokens?: number;
  readonly toolCalls?: number;
  readonly seconds?: number;
}

export interface TaskSettings {
  /** Maximum depth of agents below a session; 0: none. */
  readonly depth?: number;
  /** Maximum number of agents that run at once, per level. */
  readonly atOnce?: number;
  /** Maximum number of queued agents, per level. */
  readonly waiting?: number;
  /** Maximum number of tasks of a run and all agents below it. */
  readonly perRun?: number;
}

export interface ProviderSettings {
  /**
   * Absolute http or https URL up to the paths of the wire protocol: for OpenAI Chat, without `/chat/completions`.
   * Built-in providers have a default.
   */
  readonly baseURL?: string;
  /** Wire protocol. Default: that of the built-in provider with this name, otherwise OpenAI Chat. */
  readonly api?: "openai-chat" | "openai-responses" | "anthropic" | "google";
  /**
   * Environment variable with the key. Default: that of the built-in provider with this name, otherwise no key is
   * needed.
   */
  readonly apiKeyEnv?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Model properties by the provider's model name; other models can be used too. */
  readonly models?: Readonly<Record<string, ModelSettings>>;
  /** Additional body fields of each request, named as the provider does; null removes one. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface ModelSettings extends Partial<Pick<ModelInfo, "name" | "contextWindow" | "maxOutput" | "vision" | "thinking" | "price">> {
  /** Additional body fields of its requests, named as its provider does; null removes one. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export interface WebSettings {
  /** Hosts in private networks and on this machine: `localhost:3000`, or with any port `wiki.internal`. */
  readonly privateHosts?: readonly string[];
  /** Web search provider. */
  readonly search?: WebSearchSettings;
  /** Sourcegraph instance for code search. */
  readonly sourcegraph?: { readonly url: string };
}

export interface WebSearchSettings {
  readonly provider: "brave" | "exa" | "searxng" | "tavily";
  /** Absolute http or https URL. Default: the provider's own; SearXNG has no default. */
  readonly url?: string;
}

export interface LspSettings {
  /** Start language servers. */
  readonly enabled?: boolean;
  /** By language: `typescript`, `python`, `go`, `rust`, `c`, `json`, `yaml`, `bash`. */
  readonly languages?: Readonly<Record<string, LspLanguageSettings>>;
  /** Seconds that the result of an edit waits for new errors. */
  readonly waitSeconds?: number;
  /** Memory of a server, in megabytes, above which it is ended. */
  readonly memoryMegabytes?: number;
}

export interface LspLanguageSettings {
  readonly enabled?: boolean;
  /** Program and arguments. */
  readonly command?: readonly string[];
  /** TypeScript only: absolute path of `tsserver.js`. */
  readonly tsserver?: string;
}

export interface SandboxSettings {
  /** `auto`: confine commands if the system supports it; `required`: otherwise reject them; `off`: never confine. */
  readonly mode?: "auto" | "required" | "off";
  /** Hosts that commands may connect to: `registry.npmjs.org` or `*.github.com`. `*` alone opens the network. */
  readonly network?: readonly string[];
  /** Writable folders besides the session's own: absolute, or in the home folder, for example `~/.cache/go-build`. */
  readonly writable?: readonly string[];
}

export interface EnvironmentSettings {
  /** Environment variables that commands receive although their names look like secrets. */
  readonly allow?: readonly string[];
}

/** An MCP server, in the forms of several programs. It has either a command or a URL. */
export interface McpServerSettings {
  readonly type?: "stdio" | "http" | "streamable-http" | "streamableHttp" | "sse";
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Path of a file with more variables, which `env` overrides. */
  readonly envFile?: string;
  readonly cwd?: string;
  readonly url?: string;
  /** As `url`. */
  readonly serverUrl?: string;
  /** As `url`. */
  readonly httpUrl?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth?: {
    readonly clientId?: string;
    readonly clientSecret?: string;
    readonly scopes?: readonly string[];
    readonly callbackPort?: number;
    readonly clientMetadataUrl?: string;
    readonly privateKeyFile?: string;
    readonly grant?: "authorization_code" | "client_credentials";
  };
  /** As `oauth`. */
  readonly auth?: { readonly CLIENT_ID?: string; readonly CLIENT_SECRET?: string; readonly scopes?: readonly string[] };
  readonly description?: string;
  /** Milliseconds without progress until a call fails; below 1000: seconds. */
  readonly timeout?: number;
  /** Milliseconds until a call fails in spite of progress; below 1000: seconds. */
  readonly totalTimeout?: number;
  /** Milliseconds until a start fails; below 1000: seconds. */
  readonly startTimeout?: number;
  readonly disabled?: boolean;
  readonly enabled?: boolean;
}

export interface HookSettings {
  readonly event: HookSettingsEvent;
  /** Shell command; runs in the session's folder. */
  readonly command: string;
  /** Default: the first words of the command. */
  readonly name?: string;
  /**
   * Names of the matching tools, where `*` matches any letters, and `edit` also matches `apply_patch`. Default: all.
   */
  readonly tools?: readonly string[];
  /** Timeout in seconds. */
  readonly timeout?: number;
  /** Deny the action if the hook fails; otherwise warn. */
  readonly blocking?: boolean;
  /** Run this hook. */
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
  /** Days after its last use until a session may be pruned. */
  readonly days?: number;
}

export interface RetrySettings {
  /** Maximum number of retries of a response; 0: never. */
  readonly tries?: number;
  /** Seconds before the first retry; each later delay doubles. */
  readonly baseSeconds?: number;
  /** Maximum delay in seconds, even if the provider requests more. */
  readonly capSeconds?: number;
  /** Seconds after the first failure of a response during which it may be retried. */
  readonly budgetSeconds?: number;
}

export interface CompactionSettings {
  /** Compact automatically when the window is nearly full, or only advise it. */
  readonly auto?: "off" | "advisory" | "auto";
  /** Percent of the window at which to advise, 1 to 99; 0: never. */
  readonly advisePercent?: number;
  /** Tokens above which the conversation is compacted too; 0: no limit. */
  readonly aboveTokens?: number;
  /** Tokens of recent messages that remain unchanged. */
  readonly keepTokens?: number;
  /** Maximum tokens of a summary; 0: 1024. */
  readonly maxTokens?: number;
}

export interface TimeoutSettings {
  /** Seconds that a response may stall without a byte. */
  readonly noBytesSeconds?: number;
  /** Seconds that a response may stall with bytes but without content. */
  readonly noContentSeconds?: number;
}

/**
 * Permission rules, for example `bash(git status)`, `read(~/.ssh/**)` or the name of a tool. Deny overrides ask, and
 * ask overrides allow.
 */
export interface PermissionSettings {
  /** Actions that run without a question, besides those that rules allow. */
  readonly mode?: PermissionMode;
  readonly allow?: readonly string[];
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
}
