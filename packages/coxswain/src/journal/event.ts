import type { CompactionEntry, CompactionReason, PrefixSegment, Quarantine } from "../context/index.ts";
import type { AgentRef, EventOrigin, HookEvent, JobInfo, RunEndEntry, RunError, RunEvent } from "../loop/index.ts";
import type { ContextUsage, Usage } from "../model/index.ts";
import type { Answer, Question } from "../policy/index.ts";
import type { AnyEntry, RetriedError, TaskEnding, TaskPlace } from "./entries.ts";

/** One event of a session's stream: a frozen plain object. Its position in the stream is (sessionId, seq, offset of a delta). */
export type Event = EventOrigin & (RunEvent | SessionEvent);

/** Events outside of the loop; the loop declares `RunEvent`. */
export type SessionEvent =
  /** The log persisted an entry. */
  | { readonly type: "entry"; readonly entry: AnyEntry }
  | PermissionEvent
  | AgentEvent
  | ShellEvent
  | RepairEvent
  | CompactionEvent
  | RetryEvent
  | FallbackEvent
  | PrefixEvent
  | TaskEvent
  | JobEvent
  | HookBlockEvent
  /**
   * Cost of one response, absent if its model has no known price, and the totals of this run and of the session over all its branches.
   * USD.
   */
  | { readonly type: "cost"; readonly messageId: string; readonly cost?: number; readonly run: number; readonly session: number }
  /** After each response. */
  | ({ readonly type: "context_usage" } & ContextUsage)
  | { readonly type: "session_close" };

/** Permission requests. */
type PermissionEvent =
  /** A permission request; `answerQuestion` answers it by its id. The `tool_call` event has the call's input. */
  | ({ readonly type: "permission_ask" } & Omit<Question, "sessionId" | "root" | "agent" | "input">)
  /** Always after its `permission_ask`. `rules`: the rules that the answer saved. */
  | {
      readonly type: "permission_reply";
      readonly id: string;
      readonly callId: string;
      readonly allowed: boolean;
      readonly answer: Answer["kind"] | "withdrawn";
      readonly rules?: readonly string[];
      readonly reason?: string;
    };

/** Sub-agents. The events of a sub-agent's session come between its start and its end, with their own `agent`. */
export type AgentEvent =
  | {
      readonly type: "agent_start";
      readonly child: AgentRef;
      readonly name?: string;
      /** Id of the tool call that spawned it. */
      readonly callId?: string;
    }
  | {
      readonly type: "agent_end";
      readonly child: AgentRef;
      readonly name?: string;
      readonly callId?: string;
      /** Outcome of its last run; absent if it never ran. */
      readonly outcome?: RunEndEntry["outcome"];
      /** Usage, including its own sub-agents. */
      readonly usage: Usage;
      /** USD, as far as prices are known. */
      readonly cost: number;
    };

/** Commands of the user. */
type ShellEvent =
  | { readonly type: "shell_start"; readonly shellId: string; readonly command: string }
  | { readonly type: "shell_output"; readonly shellId: string; readonly text: string }
  | { readonly type: "shell_end"; readonly shellId: string; readonly exitCode: number | null };

/** Repair of a history that a provider rejects. */
type RepairEvent =
  /** The search for the rejected items begins. */
  | { readonly type: "repair_start"; readonly error: string }
  /** Always after `repair_start`. Requests omit `items` from now on; empty if nothing was found. `requests`: number that the search made. */
  | { readonly type: "repair_end"; readonly items: readonly Quarantine[]; readonly requests: number };

/** Compaction of the conversation. */
export type CompactionEvent =
  /** Before the request for a summary. `tokens`: estimated size of the next request without the compaction. */
  | { readonly type: "compaction_start"; readonly reason: CompactionReason; readonly tokens: number }
  /** Always after `compaction_start`. The entry is in the log; the tokens are estimates of the next request. */
  | {
      readonly type: "compaction_end";
      readonly reason: CompactionReason;
      readonly entry: CompactionEntry;
      readonly tokensBefore: number;
      readonly tokensAfter: number;
    }
  /** The conversation is unchanged. With the code `log_write` the compaction is in effect, but not in the store yet. */
  | { readonly type: "compaction_end"; readonly reason: CompactionReason; readonly error: RunError }
  | { readonly type: "compaction_end"; readonly reason: CompactionReason; readonly aborted: true }
  /** The window reached the advice threshold; once per crossing. Nothing else happens. `percent`: 0 to 100, rounded. */
  | { readonly type: "compaction_request"; readonly source: "threshold"; readonly percent: number };

/** Retries of failed requests. */
export type RetryEvent =
  /**
   * A request failed temporarily. The session retries it after `delay` milliseconds, for the `attempt`th time of at most `tries`, and
   * drops the streamed part of the response.
   */
  | {
      readonly type: "retry_start";
      /** The same for all retries of one response. */
      readonly retryId: string;
      readonly attempt: number;
      readonly tries: number;
      readonly delay: number;
      readonly error: RetriedError;
      /** Reference of the model. */
      readonly model: string;
    }
  /** Exactly one per `retryId`, after its `retry_start`s: the response is complete, or the session gave up or was aborted. */
  | { readonly type: "retry_end"; readonly retryId: string; readonly attempts: number; readonly succeeded: boolean };

/** The run switches to another model, until its end or the next switch. `reason`: for people. */
export interface FallbackEvent {
  readonly type: "model_fallback";
  readonly from: string;
  readonly to: string;
  readonly reason: string;
}

/**
 * A request does not start with the same prefix as the last one to its model, or goes to a model without an earlier request: the
 * provider cannot use its cache from `segment` on.
 */
export interface PrefixEvent {
  readonly type: "prefix_change";
  /** The first segment that differs, or the model. */
  readonly segment: PrefixSegment | { readonly part: "model"; readonly name: string };
  readonly reason: PrefixReason;
}

/**
 * Cause of a changed prefix. All but `unknown` are expected: another model or other tools; reasoning ends with its run; the oldest of
 * too many images are dropped; the conversation was compacted, reset or repaired, or continues from an earlier entry. `unknown` is a
 * bug in Coxswain or in code that uses it.
 */
export type PrefixReason = "model" | "tools" | "system" | "reasoning" | "images" | "compaction" | "reset" | "repair" | "branch" | "unknown";

/** A background task started or changed its state. */
export interface TaskEvent {
  readonly type: "task_change";
  readonly task: TaskInfo;
}

/** A background task of a session. */
export interface TaskInfo {
  /** Id within the session, as `t1`. */
  readonly id: string;
  /** Session id of the agent that works on it. */
  readonly agent: string;
  /** The agent's name. */
  readonly name: string;
  /** A few words. */
  readonly description: string;
  /** `waiting`: for a free slot. `blocked`: by a permission request of its agent or of a sub-agent. */
  readonly state: "waiting" | "running" | "blocked" | "done";
  /** With `done`. */
  readonly ending?: TaskEnding;
  /** Start time in milliseconds since the epoch. */
  readonly begunAt: number;
  readonly worktree?: TaskPlace;
}

/** A background command started or ended. */
export interface JobEvent {
  readonly type: "job_change";
  readonly job: JobInfo;
}

/** A hook blocked something. */
export interface HookBlockEvent {
  readonly type: "hook_block";
  readonly hook: string;
  /** The event at which the hook ran. */
  readonly event: HookEvent;
  readonly reason: string;
  /** The blocked action. */
  readonly what: "run" | "call" | "compaction";
  /** With `call`. */
  readonly callId?: string;
}
