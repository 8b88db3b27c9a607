import { RunEnding, type RunError } from "./types.ts";
import { ModelError, type ToolCallPart, type ToolEndReason, type ToolMessage } from "../model/index.ts";
import { CoxswainError, errorText } from "../base/index.ts";

/** Converts an exception to plain data for the end of a run, with the code of its class; `internal` for foreign ones. */
export const runError = (error: unknown): RunError => {
  const code = error instanceof CoxswainError ? error.code : "internal";
  const retryAfter = error instanceof ModelError ? error.retryAfter : undefined;
  return { code, message: errorText(error), ...(retryAfter === undefined ? {} : { retryAfter }) };
};

/** Makes the result of a call that did not complete. */
export const errorResult = (call: ToolCallPart, reason: ToolEndReason, text: string): ToolMessage => ({
  role: "tool",
  callId: call.id,
  name: call.name,
  content: [{ type: "text", text }],
  isError: true,
  reason,
});

/** Makes the result of a call that threw. */
export const failure = (call: ToolCallPart, error: unknown): ToolMessage => ({
  role: "tool",
  callId: call.id,
  name: call.name,
  content: [{ type: "text", text: errorText(error) }],
  isError: true,
});

/** The reason that a call does not run, for screens (`reason`) and for the model (`text`). */
export interface Skip {
  readonly reason: ToolEndReason;
  readonly text: string;
}

export const skipped = (call: ToolCallPart, { reason, text }: Skip): ToolMessage => errorResult(call, reason, text);

/** The process crashed while the call ran. */
export const INTERRUPTED: Skip = {
  reason: "interrupted",
  text: "Interrupted: the session ended while this call ran. It may have run, fully or partly; check its effects before you repeat it.",
};

/** The process crashed before the call ran. */
export const NOT_RUN: Skip = {
  reason: "interrupted",
  text: "Not run: the session ended first. Call it again if it is still needed.",
};

/** The intent of the call could not be recorded, so it must not run. */
export const NOT_RECORDED: Skip = { reason: "interrupted", text: "Not run: the session's log could not be written." };

/** Describes the end of a run whose signal has aborted, for the results of its calls. */
export const endedBy = ({ reason }: AbortSignal): string => {
  if (!(reason instanceof RunEnding)) return "by the user";
  return reason.outcome.kind === "limit" ? "at the run's limit" : "because the run failed";
};
