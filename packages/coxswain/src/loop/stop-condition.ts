import type { AssistantMessage, ToolCallPart, ToolMessage } from "../model/index.ts";
import type { Limit } from "./outcome.ts";

/** Judges a run after each turn that is to be followed by another. Called once a run, so what it returns may count. */
export type StopCondition = () => (turn: TurnReport) => Limit | undefined;

/** What one turn did. */
export interface TurnReport {
  /** Counted from 1 within the run. */
  readonly turn: number;
  readonly message: AssistantMessage;
  readonly results: readonly CallResult[];
}

export interface CallResult {
  readonly call: ToolCallPart;
  readonly result: ToolMessage;
}
