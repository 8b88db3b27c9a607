import type { HookEvent, AgentRef, EndedCall, Outcome, ValidCall, WholeMessage } from "../loop/index.ts";
import type { Workspace } from "../workspace/index.ts";

/** Context of a hook, in addition to its input. */
export interface HookContext {
  /** Aborts with the run, which then no longer waits for the hook. */
  readonly signal: AbortSignal;
  /** The session's folder, in which commands run. */
  readonly workspace: Workspace;
}

/** Function that runs at one event of every run, including runs of sub-agents. */
export interface HookOn<E extends HookEvent> {
  readonly event: E;
  /** Name for users and for the model, shown with its denials and messages. */
  readonly name: string;
  /**
   * Tools that a hook of `pre_tool` or `post_tool` applies to. `*` matches any characters, and `edit` includes
   * `apply_patch`. Default: all.
   */
  readonly tools?: readonly string[];
  /** True if a failure denies events that can be denied; otherwise a failure is a warning. Default: true. */
  readonly blocking?: boolean;
  /**
   * Receives a copy of the input, so that only its answer has an effect. An answer that is invalid at its event is a
   * failure. It may prompt its session, but must not await that run, which waits for this one.
   */
  readonly run: (input: HookInputs[E], context: HookContext) => HookReply<E> | Promise<HookReply<E>>;
}

export type HookReply<E extends HookEvent> = HookAnswers[E] | undefined | void;

/** Hook of any event. */
export type Hook = { readonly [E in HookEvent]: HookOn<E> }[HookEvent];

/**
 * Inputs of the hooks of each event. If a field can be changed, each hook receives it as changed by the previous ones.
 */
export interface HookInputs {
  /** A run is about to start, and none of it is stored yet. Not emitted when a run resumes after a crash. */
  readonly before_run: BeforeRun;
  /** Before the first request of a turn. */
  readonly turn_start: TurnStartInput;
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

export interface TurnStartInput extends TurnInput {
  /** Additions of the previous hooks to the system prompt, at this turn. */
  readonly system?: string;
}

export interface ModelMessage extends OfRun {
  readonly messageId: string;
  readonly message: WholeMessage["message"];
}

export interface TurnEnd extends TurnInput, ModelMessage {
  /** True if the run would end now. */
  readonly last: boolean;
  /** Number of times that hooks have prevented this run from ending. */
  readonly continuations: number;
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

/** Answers that a hook may return at each event. Nothing, or an empty object, changes nothing. */
export interface HookAnswers {
  readonly before_run: BeforeRunAnswer;
  readonly turn_start: TurnStartAnswer;
  readonly post_message: HookResult;
  readonly pre_tool: PreToolAnswer;
  readonly post_tool: HookResult;
  readonly turn_end: HookResult;
  readonly pre_compact: PreCompactAnswer;
  readonly run_end: undefined;
}

export interface BeforeRunAnswer {
  /** Reason to reject the run, which fails with the code `hook_denied`. Later hooks do not run. */
  readonly deny?: string;
  /** Replaces the text of the prompt; several messages become one. A blank string changes nothing. */
  readonly prompt?: string;
  /** Appended to the system prompt of this run only. */
  readonly system?: string;
}

/** Answer with a message for the model. */
export interface HookResult {
  /**
   * Message that the model receives before its next request. If the run would end, it continues instead, at most ten
   * times.
   */
  readonly tell?: string;
  /** Reason to end the run, whose outcome is the limit `hook`. Later hooks do not run. */
  readonly stop?: string;
}

export interface TurnStartAnswer extends HookResult {
  /** Appended to the system prompt from this turn to the end of the run, or until a later turn replaces it. */
  readonly system?: string;
}

export interface PreToolAnswer {
  /** Reason to reject the call, which the model receives. Later hooks do not run. */
  readonly deny?: string;
  /** Reason to reject the call and end the run. */
  readonly stop?: string;
  /** Replaces the call's input, which the tool validates again. */
  readonly input?: unknown;
  /** Reason to ask for permission, even if a rule allows the call. A clause, without a full stop. */
  readonly ask?: string;
  /** Message that the model receives with the call's result. */
  readonly tell?: string;
}

export interface PreCompactAnswer {
  /** Reason to reject the compaction. Later hooks do not run. */
  readonly deny?: string;
  /** Additional instructions for the summary. */
  readonly instructions?: string;
  /** The summary itself; no model is requested to write one. */
  readonly summary?: string;
}

export interface Block {
  readonly hook: string;
  readonly reason: string;
  /** True if it ends the run. */
  readonly stops: boolean;
}
