import type { Entry } from "../log/index.ts";
import type { AssistantMessage, ToolCallPart, ToolMessage, Usage, UserMessage } from "../model/index.ts";
import type { Outcome } from "./types.ts";

/** Which agent of a session's tree something is of. */
export interface AgentRef {
  readonly id: string;
  /** 0: the root. */
  readonly depth: number;
  /** Of a sub-agent, the agent whose call it works for. */
  readonly parent?: string;
}

/** Where and when an event happened. */
export interface EventOrigin {
  /** Seq of the last entry that the store had; -1: of none. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId: string;
  readonly agent: AgentRef;
}

/** What a run tells while it goes. The session adds where and when, and freezes it. */
export type RunEvent =
  /** `resumed`: it had begun in another process, which was cut short; what it told there is not told again. */
  | { readonly type: "run_start"; readonly runId: string; readonly resumed?: true }
  /** Exactly one for each `run_start`, the last of the run's events. */
  | { readonly type: "run_end"; readonly runId: string; readonly outcome: Outcome }
  | { readonly type: "turn_start"; readonly runId: string; readonly turn: number }
  | { readonly type: "turn_end"; readonly runId: string; readonly turn: number }
  /** A tool's message has none: `tool_start` and `tool_end` tell of it. */
  | { readonly type: "message_start"; readonly messageId: string; readonly role: "user" | "assistant" }
  | MessageDelta
  /** A text or reasoning part of the assistant's message is whole. */
  | { readonly type: "part_end"; readonly messageId: string; readonly kind: "text" | "reasoning"; readonly text: string }
  /** The message is whole and in the log; `usage` of the assistant's is in it. */
  | { readonly type: "message_end"; readonly messageId: string; readonly message: UserMessage | AssistantMessage | ToolMessage }
  /** The message that was being streamed is dropped: forget its deltas. */
  | { readonly type: "message_discard"; readonly messageId: string }
  /** A call of a whole response, before anything is done about it. */
  | { readonly type: "tool_call"; readonly messageId: string; readonly call: ToolCallPart }
  | { readonly type: "tool_start"; readonly messageId: string; readonly call: ToolCallPart }
  | { readonly type: "tool_progress"; readonly callId: string; readonly text: string }
  /** Always, also for a call that never started; `messageId` is the assistant's. */
  | { readonly type: "tool_end"; readonly messageId: string; readonly call: ToolCallPart; readonly result: ToolMessage }
  /** How many messages wait for the run, and how many prompts for runs of their own. Told when a number has changed. */
  | { readonly type: "queue_change"; readonly steering: number; readonly followUps: number; readonly prompts: number }
  | { readonly type: "usage"; readonly messageId: string; readonly usage: Usage; readonly cost?: number }
  | { readonly type: "warning"; readonly message: string };

/** What the run of a sub-agent emits: also an event for each entry of its log. */
export type AgentRunEvent = RunEvent | { readonly type: "entry"; readonly entry: Entry };

/** A piece of the message that is being streamed. `offset`: characters of its kind and part that came before. */
export interface MessageDelta {
  readonly type: "message_delta";
  readonly messageId: string;
  readonly kind: "text" | "reasoning" | "tool_input";
  /** Which part of the message, counted from 0. */
  readonly part: number;
  readonly offset: number;
  readonly delta: string;
  /** For `tool_input`: the tool's name. */
  readonly tool?: string;
}
