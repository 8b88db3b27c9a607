import type { AssistantMessage, ToolCallPart, ToolMessage } from "../model/index.ts";
import type { Outcome } from "./outcome.ts";
import type { Queued } from "./queued.ts";
import type { Tool } from "./tool.ts";

/**
 * What has a say in a run besides its policy. The run waits for each, unless it is aborted. What a hook does when it fails is
 * decided before it comes here: an exception of one of these ends the run.
 */
export interface Hooks {
  /** Before the first request of a turn. */
  turnStart(turn: TurnBegun, signal: AbortSignal): Promise<HookMessages>;
  /** The model's message is whole and in the log, and none of its calls has started. */
  postMessage(answer: WholeMessage, signal: AbortSignal): Promise<HookMessages>;
  /** The call's arguments fit its tool's schema, and its permission is not asked yet. */
  preTool(call: ValidCall, signal: AbortSignal): Promise<ToolRuling>;
  /** The call has its result, which is in the log. */
  postTool(call: EndedCall, signal: AbortSignal): Promise<HookMessages>;
  /** All calls of a turn have their results. Not after an abort, a failure, or a denial that ends the run. */
  turnEnd(turn: TurnOver, signal: AbortSignal): Promise<HookMessages>;
}

export interface TurnBegun {
  readonly runId: string;
  /** Counted from 1 within the run. */
  readonly turn: number;
}

export interface TurnOver extends TurnBegun, WholeMessage {
  /** Whether the run would end now. */
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
  /** To be told to the model before its next request. Where the run would end, it goes on for that. */
  readonly tell?: readonly Queued[];
  /** Ends the run with this. Calls that have not started do not run. */
  readonly end?: Outcome;
  /** Of a turn's end, what the run comes to where this turn is its last: a JSON value. */
  readonly output?: unknown;
}

/** What a hook makes of a call. Nothing of it takes a denial of the policy back. */
export type ToolRuling =
  | {
      readonly kind: "go";
      /** In place of the call's arguments; validated again. */
      readonly input?: unknown;
      /** Why its permission is to be asked, whatever would allow it. A clause, without a full stop. */
      readonly ask?: string;
    }
  /** `stop`: the calls after it in the same response are skipped. */
  | { readonly kind: "deny"; readonly reason: string; readonly stop?: boolean };

export type HookEvent = "before_run" | "turn_start" | "post_message" | "pre_tool" | "post_tool" | "turn_end" | "pre_compact" | "run_end";
