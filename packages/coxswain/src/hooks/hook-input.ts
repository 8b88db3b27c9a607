import type { AgentRef, EndedCall, Outcome, ValidCall, WholeMessage } from "../loop/index.ts";

/**
 * Inputs of the hooks of each event. If a field can be changed, each hook receives it as changed by the previous ones.
 */
export interface HookInputs {
  /** A run is about to start, and none of it is stored yet. Not emitted when a run resumes after a crash. */
  readonly before_run: BeforeRun;
  /** Before the first request of a turn. */
  readonly turn_start: TurnInput;
  /** The model's message is complete, and none of its calls has started. */
  readonly post_message: ModelMessage;
  /** A call's input is valid, and permission has not been requested yet. */
  readonly pre_tool: ToolCall;
  /** A call has its result. */
  readonly post_tool: ToolEnd;
  /** All calls of a turn, if any, have their results. */
  readonly turn_end: TurnEnd;
  /** A compaction is about to start. */
  readonly pre_compact: BeforeCompaction;
  /** The run has its final outcome. */
  readonly run_end: RunEnd;
}

/** Fields of every input. */
export interface HookInput {
  readonly sessionId: string;
  /** Absolute path of the session's folder. */
  readonly cwd: string;
  /** Agent of the session: the root session at depth 0, or a sub-agent. */
  readonly agent: AgentRef;
}

interface OfRun extends HookInput {
  readonly runId: string;
}

export interface BeforeRun extends OfRun {
  /** Text of the prompt; images and other parts remain unchanged. */
  readonly prompt: string;
  /** Additions of the previous hooks to the system prompt of this run. */
  readonly system?: string;
}

export interface TurnInput extends OfRun {
  /** Turn within the run, counted from 1. */
  readonly turn: number;
}

export interface ModelMessage extends OfRun {
  readonly messageId: string;
  readonly message: WholeMessage["message"];
}

export interface TurnEnd extends TurnInput, ModelMessage {
  /** True if the run would end now. */
  readonly last: boolean;
  /** Number of times that hooks have prevented this run from ending. */
  readonly kept: number;
}

interface OfCall extends OfRun {
  readonly callId: string;
  /** Name of the tool. */
  readonly tool: string;
  /** Input of the call. */
  readonly input: unknown;
}

export interface ToolCall extends OfCall {
  readonly effect: ValidCall["tool"]["effect"];
  /** Reason why a previous hook requires permission. */
  readonly ask?: string;
}

export interface ToolEnd extends OfCall {
  readonly result: EndedCall["result"];
}

export interface BeforeCompaction extends HookInput {
  /** Absent between two runs. */
  readonly runId?: string;
  /** Trigger: a request (`manual`), the threshold (`threshold`), or a request that was too long (`overflow`). */
  readonly reason: "manual" | "threshold" | "overflow";
  /** Tokens of the next request, as it would be sent now. */
  readonly tokens: number;
  /** Instructions for the summary. */
  readonly instructions?: string;
  /** Summary of a previous hook, in place of the model's. */
  readonly summary?: string;
}

export interface RunEnd extends OfRun {
  readonly outcome: Outcome;
}
