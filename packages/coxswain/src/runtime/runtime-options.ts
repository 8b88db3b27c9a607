import type { Resources } from "../context/index.ts";
import type { HookRegistry } from "../hooks/index.ts";
import type { LogSources, Store } from "../log/index.ts";
import type { Budget, StopCondition } from "../loop/index.ts";
import type { Permissions } from "./permissions.ts";
import type { Clock } from "../base/index.ts";
import type { Models } from "../model/index.ts";
import type { Ask, SavedAnswers, Masking, Policy } from "../policy/index.ts";
import type { Durability } from "../journal/index.ts";
import type { InstructionFilesOptions } from "../session/index.ts";
import type { JobOptions, TaskOptions } from "../background/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Extensions } from "./extensions/index.ts";
import type { ToolSource } from "./tool-source.ts";

/** All functions that sessions work with, given once. */
export interface RuntimeOptions {
  /** Default: in memory. */
  readonly store?: Store;
  /** Default: the providers that the environment has keys for. */
  readonly models?: Models;
  /** Default: none. */
  readonly tools?: readonly ToolSource[];
  /** What tools may do, as plain data. Default: reading inside the session's folder; all else is asked. With `policy`, the stricter of both decides. */
  readonly permissions?: Permissions;
  /** What tools may do, as code. Default: `permissions` alone. */
  readonly policy?: Policy;
  /** Who is asked where the policy leaves it open. Default: nobody, which denies. */
  readonly ask?: Ask;
  /** What keeps answers beyond a session that works in this folder. Default: nothing, and they are kept for the session. */
  readonly answers?: (cwd: string) => SavedAnswers;
  /**
   * What puts masks in the place of secrets before a fact is kept, and so before a model is told. Default: `masking()`, which
   * masks tokens that are known by their shape in what tools bring; keys that should never be kept have to be named to it.
   */
  readonly masking?: Masking;
  /** The folder that a session works in, by its path. Default: the file system of this machine. */
  readonly workspace?: (cwd: string) => Workspace | Promise<Workspace>;
  /**
   * What a session can be told or load by name: skills and prompt templates, read when it is opened, as `projectResources`
   * makes it. Default: nothing, and `/skill:NAME` is a text as any other.
   */
  readonly resources?: (workspace: Workspace) => Promise<Resources>;
  /** Who has a say in every run, of sub-agents too, besides the policy: see `hookRegistry`. Default: nobody. */
  readonly hooks?: HookRegistry;
  /** Modules of others that bring tools, hooks, commands and the like, as `loadExtensions` gives them. Default: none. */
  readonly extensions?: Extensions;
  /** What a folder's project is called wherever it lies, for headers. Default: what its git repository says; with `workspace`, none. */
  readonly project?: (cwd: string) => string | undefined;
  /** Which files for agents, as AGENTS.md, are told to the model. Default: none are read. */
  readonly instructionFiles?: InstructionFilesOptions;
  /**
   * How the agents of a session are given tasks of its, by the tools `task`, `task_output` and `task_stop`; which agents there are,
   * `resources` says. Default: those tools are not there.
   */
  readonly tasks?: TaskOptions;
  /** How the commands that `bash` begins in the background go. */
  readonly jobs?: JobOptions;
  /** What all sessions together may spend while this runtime lives. Default: no limits. */
  readonly budget?: Budget;
  /** Judged after each turn of each run, beside the session's own limits. */
  readonly stopWhen?: readonly StopCondition[];
  /** What of sessions survives a loss of power, and whether runs stop while the store takes nothing. Default: `full`. */
  readonly durability?: Durability;
  /**
   * When a session here is told what other processes hand over to its owner: as it comes, only what waits when it is opened
   * (for a program that ends with a task of its own), or never (for one that asks no model). What is not taken waits for
   * the next owner. Default: `always`.
   */
  readonly mailbox?: "watch" | "on-open" | "never";
  /** Milliseconds since the epoch. Default: the system's clock. */
  readonly now?: () => number;
  /** Default: the system's timers. */
  readonly clock?: Clock;
  /** Ids of entries. Default: random. */
  readonly mint?: LogSources["mint"];
}
