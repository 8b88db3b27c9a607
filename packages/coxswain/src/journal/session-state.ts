import type { RepairEntry } from "../context/index.ts";
import type { JobInfo } from "../loop/index.ts";
import type { Thinking, Usage } from "../model/index.ts";
import type { Todo } from "../tools/index.ts";
import type { TaskInfo } from "./task-event.ts";

/** A session at a glance: all of it derived from its log, but for `status`, `tasks`, `jobs` and `queue`. */
export interface SessionState {
  readonly id: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** `running`: a run goes on, or a compaction between two. */
  readonly status: "idle" | "running" | "closed";
  /** Reference of the model that answers next. */
  readonly model: string;
  readonly thinking: Thinking;
  /** Names of the tools that the model may call; undefined: all. */
  readonly tools: readonly string[] | undefined;
  readonly title: string | undefined;
  /** Label by the id of the entry that it is on. */
  readonly labels: Readonly<Record<string, string>>;
  /** `last`: of the last response on this branch. `total`: of all responses on all branches. */
  readonly usage: { readonly last: Usage; readonly total: Usage };
  /** USD over all branches, best effort. */
  readonly cost: number;
  /** How many messages each plugin has added since a person, or the API, began a run; by its `source`. */
  readonly injected: Readonly<Record<string, number>>;
  /** What the model has to do, as it keeps it with the tool `todo`. */
  readonly todos: readonly Todo[];
  /** Messages on this branch. */
  readonly messages: number;
  /** What of them a provider did not accept, and is left out of what models are sent. */
  readonly repairs: readonly Pick<RepairEntry, "target" | "part" | "reason">[];
  /** Where the next entry attaches. */
  readonly leaf: string | null;
  /** The session that this one was forked from, or that it works for, or worked for, as an agent. */
  readonly parent: { readonly session: string; readonly entry: string | null } | undefined;
  /**
   * The run that a crash cut short, with the turn that it goes on in: `resume()` goes on with it, and the next prompt ends it.
   * Going back into the middle of a run makes it one that goes on from there.
   */
  readonly interrupted: { readonly run: string; readonly turn: number } | undefined;
  /** Tasks that go on in the background, and the last of those that did since the session was opened. */
  readonly tasks: readonly TaskInfo[];
  /** Commands that go on in the background, and the last of those that did since the session was opened. */
  readonly jobs: readonly JobInfo[];
  /** Texts that wait: for the next turn, for the end of the run, and prompts for runs of their own. */
  readonly queue: { readonly steering: readonly string[]; readonly followUps: readonly string[]; readonly prompts: readonly string[] };
}
