import { ModelError, type StopReason, type StreamPart, type Usage, usageFrom } from "../model/index.ts";
import type { Origin } from "./errors/index.ts";

/** The end of a response as its provider reports it. */
export interface Ending {
  /** `error`: the response failed. */
  readonly stop: StopReason | "error";
  /** The provider's own stop reason. */
  readonly raw: string | undefined;
  readonly usage: { readonly [Key in keyof Usage]?: unknown };
  /** Usage of the last of several passes. */
  readonly lastPass?: Usage | undefined;
  /** The cost in USD, if the provider reports it. */
  readonly cost?: number | undefined;
}

/**
 * Returns the finish part of a complete response.
 *
 * @throws {ModelError} if the response is incomplete, whatever stop reason the provider reports
 */
export const finishPart = (ending: Ending, hasCalls: boolean, origin: Origin): StreamPart => {
  const { stop, usage, cost, lastPass } = ending;
  const raw = ending.raw?.toLowerCase() ?? "";
  if (WINDOW_FULL.has(raw)) throw new ModelError("overflow", `The response filled the window of ${origin.model}.`);
  if (stop === "error" || BROKEN.has(raw)) {
    throw new ModelError("transient", `${origin.label} ended its answer with an error${raw === "" ? "" : ` (${raw})`}.`);
  }
  return {
    type: "finish",
    // Some servers report "stop" after calls too.
    stop: stop === "stop" && hasCalls ? "tool_calls" : stop,
    usage: usageFrom(usage),
    ...(lastPass === undefined ? {} : { lastPass }),
    ...(cost === undefined || !Number.isFinite(cost) || cost < 0 ? {} : { cost }),
  };
};

const WINDOW_FULL: ReadonlySet<string> = new Set(["model_context_window_exceeded", "context_length_exceeded"]);
/** Stop reasons of a failed response. */
const BROKEN: ReadonlySet<string> = new Set([
  "error",
  "network_error", // Z.ai
  "malformed_function_call", // this and the following: Gemini
  "malformed_response",
  "unexpected_tool_call",
  "missing_thought_signature",
  "malformed_model_output", // this and the following: Bedrock
  "malformed_tool_use",
]);
