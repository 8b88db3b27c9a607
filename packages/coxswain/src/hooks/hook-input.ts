import type { AgentRef, EndedCall, Outcome, ValidCall, WholeMessage } from "../loop/index.ts";

/**
 * What the hooks of each event are told. Where a field may be changed, each hook sees it as the ones before it left it.
 */
export interface HookInputs {
  /** A run is about to begin, and nothing of it is kept yet. Not where a run goes on that a crash cut short. */
  readonly before_run: BeforeRun;
  /** Before the first request of a turn. */
  readonly turn_start: TurnInput;
  /** The model's message is whole, and none of its calls has started. */
  readonly post_message: ModelMessage;
  /** A call's arguments fit, and its permission is not asked yet. */
  readonly pre_tool: ToolCall;
  /** A call has its result. */
  readonly post_tool: ToolEnd;
  /** All calls of a turn have their results, or it had none. */
  readonly turn_end: TurnEnd;
  /** The conversation is about to be compacted. */
  readonly pre_compact: BeforeCompaction;
  /** The run has its outcome; nothing changes it. */
  readonly run_end: RunEnd;
}

/** What every hook is told. */
export interface HookInput {
  readonly sessionId: string;
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** Whose session it is: the person's own at depth 0, or a sub-agent's. */
  readonly agent: AgentRef;
}

interface OfRun extends HookInput {
  readonly runId: string;
}

export interface BeforeRun extends OfRun {
  /** The text of what is said; images and the like stay as they are. */
  readonly prompt: string;
  /** What the hooks before this one add to the system prompt of this run. */
  readonly system?: string;
}

export interface TurnInput extends OfRun {
  /** Counted from 1 within the run. */
  readonly turn: number;
}

export interface ModelMessage extends OfRun {
  readonly messageId: string;
  readonly message: WholeMessage["message"];
}

export interface TurnEnd extends TurnInput, ModelMessage {
  /** Whether the run would end now. */
  readonly last: boolean;
  /** How often hooks have kept this run from ending. */
  readonly kept: number;
}

interface OfCall extends OfRun {
  readonly callId: string;
  /** The tool's name. */
  readonly tool: string;
  /** The call's arguments. */
  readonly input: unknown;
}

export interface ToolCall extends OfCall {
  readonly effect: ValidCall["tool"]["effect"];
  /** Why a hook before this one wants its permission to be asked. */
  readonly ask?: string;
}

export interface ToolEnd extends OfCall {
  readonly result: EndedCall["result"];
}

export interface BeforeCompaction extends HookInput {
  /** Absent between two runs. */
  readonly runId?: string;
  /** Whether it was asked for (`manual`), is due (`threshold`), or a request was too long (`overflow`). */
  readonly reason: "manual" | "threshold" | "overflow";
  /** Of the next request, as it would be now. */
  readonly tokens: number;
  /** What the summary is to heed. */
  readonly instructions?: string;
  /** What a hook before this one gives in place of a model's summary. */
  readonly summary?: string;
}

export interface RunEnd extends OfRun {
  readonly outcome: Outcome;
}
