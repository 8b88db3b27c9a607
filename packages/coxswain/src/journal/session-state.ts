import type { RepairEntry } from "../context/index.ts";
import type { JobInfo } from "../loop/index.ts";
import type { Thinking, Usage } from "../model/index.ts";
import { type Todo, todoList } from "../tools/index.ts";
import type { TaskInfo } from "./event.ts";
import type { Log } from "../log/index.ts";
import { injections } from "./injections.ts";
import { branchState, sessionTotals, workingFolder } from "./state.ts";

/** The state of a session. Derived from its log, except `status`, `tasks`, `jobs` and `queue`. */
export interface SessionState {
  readonly id: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** `running`: a run or a compaction between runs is active. */
  readonly status: "idle" | "running" | "closed";
  /** Reference of the current model. */
  readonly model: string;
  readonly thinking: Thinking;
  /** Names of the tools that the model may call; undefined: all. */
  readonly tools: readonly string[] | undefined;
  readonly title: string | undefined;
  /** Labels by entry id. */
  readonly labels: Readonly<Record<string, string>>;
  /**
   * `last`: the last response on this branch. `window`: what fills the window since; differs from `last` if that is the
   * sum of several passes of the provider. `total`: all responses on all branches.
   */
  readonly usage: { readonly last: Usage; readonly window: Usage; readonly total: Usage };
  /** USD over all branches, best effort. */
  readonly cost: number;
  /** Number of messages that each extension added since the last run of the user or the API, by `source`. */
  readonly injected: Readonly<Record<string, number>>;
  /** The model's list from the tool `todo`. */
  readonly todos: readonly Todo[];
  /** Messages on this branch. */
  readonly messages: number;
  /** Items that a provider rejected and that requests omit. */
  readonly repairs: readonly Pick<RepairEntry, "target" | "part" | "reason">[];
  /** Parent of the next entry. */
  readonly leaf: string | null;
  /** The session that this one was forked from, or whose sub-agent it is or was. */
  readonly parent: { readonly session: string; readonly entry: string | null } | undefined;
  /**
   * The run that a crash interrupted, with its next turn: `resume()` continues it, and the next prompt ends it.
   * Going back into the middle of a run makes that run the interrupted one.
   */
  readonly interrupted: { readonly run: string; readonly turn: number } | undefined;
  /** Running background tasks, and the last ones that ended since the session was opened. */
  readonly tasks: readonly TaskInfo[];
  /** Running background commands, and the last ones that ended since the session was opened. */
  readonly jobs: readonly JobInfo[];
  /** Queued messages: for the next turn, for the end of the run, and for separate runs. */
  readonly queue: { readonly steering: readonly string[]; readonly followUps: readonly string[]; readonly prompts: readonly string[] };
}

/** The part of the state that is derived from the log. */
export type StoredState = Omit<SessionState, "status" | "queue" | "tasks" | "jobs" | "interrupted">;

export const storedState = (log: Log): StoredState => {
  const branch = log.view(branchState);
  const { title, labels, usage, cost } = log.total(sessionTotals);
  return {
    id: log.header.id,
    cwd: workingFolder(log),
    model: branch.model,
    thinking: branch.thinking,
    tools: branch.tools,
    title,
    labels,
    usage: { last: branch.lastUsage, window: branch.windowUsage ?? branch.lastUsage, total: usage },
    cost,
    injected: log.total(injections).counts,
    todos: log.view(todoList),
    messages: branch.messages,
    repairs: branch.repairs ?? [],
    leaf: log.leaf,
    parent: log.header.parent,
  };
};
