import type { Quarantine } from "../context/index.ts";
import type { EventOrigin, RunEvent } from "../loop/index.ts";
import type { ContextUsage } from "../model/index.ts";
import type { Answer, Question } from "../policy/index.ts";
import type { FallbackEvent } from "./fallback-event.ts";
import type { RetryEvent } from "./retry-event.ts";
import type { AgentEvent } from "./agent-event.ts";
import type { CompactionEvent } from "./compaction-event.ts";
import type { HookBlockEvent } from "./hook-block-event.ts";
import type { JobEvent } from "./job-event.ts";
import type { PrefixEvent } from "./prefix-event.ts";
import type { AnyEntry } from "./session-log-entry.ts";
import type { TaskEvent } from "./task-event.ts";

/** What happens beside runs. */
export type SessionEvent =
  /** As the question says; `answerQuestion` answers it by its id. What the call is given, its `tool_call` has told. */
  | ({ readonly type: "permission_ask" } & Omit<Question, "sessionId" | "root" | "agent" | "input">)
  /** Always after its `permission_ask`. `rules`: what the answer keeps. */
  | {
      readonly type: "permission_reply";
      readonly id: string;
      readonly callId: string;
      readonly allowed: boolean;
      readonly answer: Answer["kind"] | "withdrawn";
      readonly rules?: readonly string[];
      readonly reason?: string;
    }
  /** The log took an entry. */
  | { readonly type: "entry"; readonly entry: AnyEntry }
  | AgentEvent
  | { readonly type: "shell_start"; readonly shellId: string; readonly command: string }
  | { readonly type: "shell_output"; readonly shellId: string; readonly text: string }
  | { readonly type: "shell_end"; readonly shellId: string; readonly exitCode: number | null }
  /** A provider refused the history: what it refuses is looked for. */
  | { readonly type: "repair_start"; readonly error: string }
  /** Always after `repair_start`. `items` are left out from now on; none: nothing was found. `requests`: what the search cost. */
  | { readonly type: "repair_end"; readonly items: readonly Quarantine[]; readonly requests: number }
  | CompactionEvent
  | RetryEvent
  | FallbackEvent
  | PrefixEvent
  | TaskEvent
  | JobEvent
  | HookBlockEvent
  /** What one response cost, where its model has a price; and what this run and the session on all its branches have cost so far. USD. */
  | { readonly type: "cost"; readonly messageId: string; readonly cost?: number; readonly run: number; readonly session: number }
  /** After each response. */
  | ({ readonly type: "context_usage" } & ContextUsage)
  | { readonly type: "session_close" };

/** One event of a session's stream: a frozen plain object. Its place in the stream is (sessionId, seq, offset of a delta). */
export type Event = EventOrigin & (RunEvent | SessionEvent);
