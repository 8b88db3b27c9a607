import type { Entry } from "../log/index.ts";
import type { AssistantMessage, ProviderPart, ToolCallPart, ToolMessage, Usage, UserMessage } from "../model/index.ts";
import type { Outcome } from "./types.ts";

/** An agent in a session's tree. */
export interface AgentRef {
  readonly id: string;
  /** 0: the root agent. */
  readonly depth: number;
  /** Sub-agents only: the agent whose call it works for. */
  readonly parent?: string;
}

/** The session, agent and time of an event. */
export interface EventOrigin {
  /** Sequence number of the last entry in the store; -1: none. */
  readonly seq: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly sessionId: string;
  readonly agent: AgentRef;
}

/** Events that a run emits. The session adds the origin and freezes them. */
export type RunEvent =
  /** `resumed`: the run began in another process, which was interrupted; the events from there are not repeated. */
  | { readonly type: "run_start"; readonly runId: string; readonly resumed?: true }
  /** The last event of a run, exactly one for each `run_start`. */
  | { readonly type: "run_end"; readonly runId: string; readonly outcome: Outcome }
  | { readonly type: "turn_start"; readonly runId: string; readonly turn: number }
  | { readonly type: "turn_end"; readonly runId: string; readonly turn: number }
  /** Not for a tool's message, which has `tool_start` and `tool_end`. */
  | { readonly type: "message_start"; readonly messageId: string; readonly role: "user" | "assistant" }
  | MessageDelta
  /** A part of the assistant's message, of text or reasoning, is complete. */
  | { readonly type: "part_end"; readonly messageId: string; readonly kind: "text" | "reasoning"; readonly text: string }
  /** Content of the provider is complete, such as the call or the result of a tool that runs there. */
  | { readonly type: "provider_part"; readonly messageId: string; readonly part: ProviderPart }
  /** The message is complete and in the log. An assistant's message includes its `usage`. */
  | { readonly type: "message_end"; readonly messageId: string; readonly message: UserMessage | AssistantMessage | ToolMessage }
  /** The streamed message is discarded: clients drop its deltas. */
  | { readonly type: "message_discard"; readonly messageId: string }
  /** A call of a complete response, before its permission is checked. */
  | { readonly type: "tool_call"; readonly messageId: string; readonly call: ToolCallPart }
  | { readonly type: "tool_start"; readonly messageId: string; readonly call: ToolCallPart }
  | { readonly type: "tool_progress"; readonly callId: string; readonly text: string }
  /** One for each call, also if it never started; `messageId` is the assistant's. */
  | { readonly type: "tool_end"; readonly messageId: string; readonly call: ToolCallPart; readonly result: ToolMessage }
  /** Numbers of messages that wait for the run, and of prompts that wait for separate runs. Emitted when one changes. */
  | { readonly type: "queue_change"; readonly steering: number; readonly followUps: number; readonly prompts: number }
  | { readonly type: "usage"; readonly messageId: string; readonly usage: Usage; readonly cost?: number }
  /** `code`: `unpriced` if a model has no price and no budget in USD applies. */
  | { readonly type: "warning"; readonly message: string; readonly code?: "unpriced" };

/** Events of a sub-agent's run: also one for each entry of its log. */
export type AgentRunEvent = RunEvent | { readonly type: "entry"; readonly entry: Entry };

/** A piece of the message that is being streamed. `offset`: characters of the same part before this piece. */
export interface MessageDelta {
  readonly type: "message_delta";
  readonly messageId: string;
  readonly kind: "text" | "reasoning" | "tool_input";
  /** Index of the part in the message, from 0. */
  readonly part: number;
  readonly offset: number;
  readonly delta: string;
  /** For `tool_input`: the tool's name. */
  readonly tool?: string;
}
