import type { AssistantMessage, ToolCallPart, ToolMessage } from "../model/index.ts";
import type { Outcome, Queued } from "./types.ts";
import type { Tool } from "./tool.ts";

/**
 * One participant of a run besides its policy. The run calls the hooks of its list in order and waits for each, unless it is
 * aborted. A hook handles its own failures: an exception ends the run.
 */
export interface RunHook {
  /** Called before the first request of a turn. */
  turnStart?(turn: TurnStart, signal: AbortSignal): Promise<HookMessages>;
  /** Called when the model's message is complete and in the log, before any of its calls starts. */
  postMessage?(answer: WholeMessage, signal: AbortSignal): Promise<HookMessages>;
  /** Called when a call's arguments fit its tool's schema, before its permission is requested. */
  preTool?(call: ValidCall, signal: AbortSignal): Promise<ToolRuling>;
  /** Called when a call's result is in the log. */
  postTool?(call: EndedCall, signal: AbortSignal): Promise<HookMessages>;
  /** Called when all calls of a turn have results. Not called after an abort, a failure, or a denial that ends the run. */
  turnEnd?(turn: TurnEnd, signal: AbortSignal): Promise<HookMessages>;
}

export interface TurnStart {
  readonly runId: string;
  /** Counted from 1 within the run. */
  readonly turn: number;
}

export interface TurnEnd extends TurnStart, WholeMessage {
  /** True if the run would end now: false once an earlier hook of the list has added a message. */
  readonly last: boolean;
}

export interface WholeMessage {
  readonly id: string;
  readonly message: AssistantMessage;
}

export interface ValidCall {
  readonly messageId: string;
  readonly call: ToolCallPart;
  readonly tool: Tool;
}

export interface EndedCall {
  readonly messageId: string;
  readonly call: ToolCallPart;
  readonly result: ToolMessage;
}

export interface HookMessages {
  /** Messages for the model's next request. A run that would end continues with them. */
  readonly messages?: readonly Queued[];
  /** Ends the run with this outcome; calls that have not started do not run, and later hooks of the list are not called. */
  readonly end?: Outcome;
  /** Only from `turnEnd`: the run's output if this turn is its last. A JSON value. */
  readonly output?: unknown;
}

/** A hook's decision on a call. No ruling overrides a denial of the policy. */
export type ToolRuling =
  | {
      readonly kind: "continue";
      /** Replaces the call's arguments; the loop validates it again. */
      readonly input?: unknown;
      /** Forces a permission request with this reason, even if the call would be allowed. A clause, without a full stop. */
      readonly ask?: string;
    }
  /** `stop` skips the later calls of the same response. */
  | { readonly kind: "deny"; readonly reason: string; readonly stop?: boolean };

export type HookEvent = "before_run" | "turn_start" | "post_message" | "pre_tool" | "post_tool" | "turn_end" | "pre_compact" | "run_end";
