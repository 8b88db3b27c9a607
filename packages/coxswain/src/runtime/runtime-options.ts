import type { Resources } from "../context/index.ts";
import type { HookRegistry } from "../hooks/index.ts";
import type { LogSources, Store } from "../log/index.ts";
import type { Budget, StopCondition } from "../loop/index.ts";
import type { AskUser } from "../loop/index.ts";
import type { McpServers } from "../mcp/index.ts";
import type { Permissions } from "./permissions.ts";
import type { Clock, ContentStore } from "../base/index.ts";
import type { Models } from "../model/index.ts";
import type { Ask, SavedAnswers, Masking, Policy } from "../policy/index.ts";
import type { Durability } from "../journal/index.ts";
import type { InstructionFilesOptions } from "../session/index.ts";
import type { JobOptions, TaskOptions } from "../background/index.ts";
import type { FolderScanner, Workspace } from "../workspace/index.ts";
import type { Extensions } from "./extensions/index.ts";
import type { LspOptions } from "./folder-language-servers.ts";
import type { ToolSource } from "./tool-source.ts";

/** Dependencies and settings that all sessions of a runtime share. */
export interface RuntimeOptions {
  /** Default: in memory. */
  readonly store?: Store;
  /** Default: the providers that the environment has keys for. */
  readonly models?: Models;
  /** Default: none. */
  readonly tools?: readonly ToolSource[];
  /**
   * Permissions of tools, as plain data. Default: reading inside the session's folder is allowed; everything else is
   * asked. With `policy`, the stricter of both decides.
   */
  readonly permissions?: Permissions;
  /** Permissions of tools, as code. Default: `permissions` alone. */
  readonly policy?: Policy;
  /** Answers questions that the policy leaves open. Default: none, which denies. */
  readonly ask?: Ask;
  /**
   * Saves answers beyond a session, for the folder that it works in. Default: answers are saved for the session only.
   */
  readonly answers?: (cwd: string) => SavedAnswers;
  /**
   * Masks secrets before a fact is appended, and so before a model receives it. Default: `masking()`, which masks
   * tokens of a known format in tool results. Name other keys to it that must never be stored.
   */
  readonly masking?: Masking;
  /** Creates the workspace of a session's folder, given its path. Default: the file system of this machine. */
  readonly workspace?: (cwd: string) => Workspace | Promise<Workspace>;
  /**
   * Loads the skills and prompt templates of a session when it opens, as `projectResources` does. Default: none, and
   * `/skill:NAME` is plain text.
   */
  readonly resources?: (workspace: Workspace) => Promise<Resources>;
  /** Hooks of every run, including runs of sub-agents: see `hookRegistry`. Default: none. */
  readonly hooks?: HookRegistry;
  /** Extension modules that add tools, hooks, commands and more, from `loadExtensions`. Default: none. */
  readonly extensions?: Extensions;
  /**
   * Returns a name for a folder's project that does not depend on its location, for session headers. Default: derived
   * from its git repository; with `workspace`, none.
   */
  readonly project?: (cwd: string) => string | undefined;
  /** Instruction files, such as AGENTS.md, that the model receives. Default: none are read. */
  readonly instructionFiles?: InstructionFilesOptions;
  /**
   * Enables sub-agents through the tools `task`, `task_output` and `task_stop`. `resources` defines the agents.
   * Default: those tools are absent.
   */
  readonly tasks?: TaskOptions;
  /**
   * The MCP servers of a session's folder, from `mcpServers`, or those of every folder. The caller closes them, after the runtime.
   * Default: none.
   */
  readonly mcp?: McpServers | ((cwd: string) => McpServers | undefined);
  /** Asks the user what an MCP server wants to know during a call. Default: servers are declined. */
  readonly askUser?: AskUser;
  /** Settings of the commands that `bash` starts in the background. */
  readonly jobs?: JobOptions;
  /**
   * Finds out what tool calls change in a folder, as `folderScanners` does, so that it can be undone. `contents` keeps the bytes of
   * files, and `stored` is the number of bytes that the session has stored before. Undefined for a folder whose changes are not
   * recorded. Default: none are.
   */
  readonly changes?: (folder: string, contents: ContentStore, stored: number) => FolderScanner | undefined;
  /**
   * Language servers, which check edits and add the tools `diagnostics`, `definition`, `references`, `symbols` and `rename` in
   * folders for whose files a server is available. A server starts when a file of its language is read or edited. Default: none.
   */
  readonly lsp?: LspOptions;
  /** Spending limit of all sessions together during this runtime's lifetime. Default: no limits. */
  readonly budget?: Budget;
  /** Stop conditions, checked after each turn of each run, in addition to the session's own limits. */
  readonly stopWhen?: readonly StopCondition[];
  /** Session data that survives a power loss, and whether runs stop when the store rejects writes. Default: `full`. */
  readonly durability?: Durability;
  /**
   * When a session takes messages that other processes send to its owner: as they arrive, only those pending when it
   * opens (for a program that runs one task), or never (for a program that calls no model). Other
   * prompts wait for the next owner; answers to its questions and interruptions of its run always arrive. Default: `watch`.
   */
  readonly mailbox?: "watch" | "on-open" | "never";
  /** Milliseconds since the epoch. Default: the system's clock. */
  readonly now?: () => number;
  /** Default: the system's timers. */
  readonly clock?: Clock;
  /** Generates entry ids. Default: random. */
  readonly mint?: LogSources["mint"];
}
