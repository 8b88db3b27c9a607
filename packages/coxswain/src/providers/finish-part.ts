import { ModelError, type StopReason, type StreamPart, type Usage, usageFrom } from "../model/index.ts";
import type { Dialect } from "./dialect.ts";
import type { Origin } from "./errors/index.ts";

/** How a response ended, as its provider tells it. */
export interface Ending {
  /** `error`: the response failed. */
  readonly stop: StopReason | "error";
  /** The reason in the provider's own words. */
  readonly raw: string | undefined;
  readonly usage: { readonly [Key in keyof Usage]?: unknown };
  /** The provider's own report of the usage, in which a price may be. */
  readonly reported?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The end of a whole response.
 *
 * @throws {ModelError} when the response is not whole, whatever its provider calls it
 */
export const finishPart = (ending: Ending, hasCalls: boolean, dialect: Dialect, origin: Origin): StreamPart => {
  const { stop, usage, reported } = ending;
  const raw = ending.raw?.toLowerCase() ?? "";
  if (WINDOW_FULL.has(raw)) throw new ModelError("overflow", `The response filled the window of ${origin.model}.`);
  if (stop === "error" || BROKEN.has(raw)) {
    throw new ModelError("transient", `${origin.label} ended its answer with an error${raw === "" ? "" : ` (${raw})`}.`);
  }
  const cost = reported === undefined ? undefined : dialect.reportedCost?.(reported);
  return {
    type: "finish",
    // Some servers say "stop" after calls as well.
    stop: stop === "stop" && hasCalls ? "tool_calls" : stop,
    usage: usageFrom(usage),
    ...(cost === undefined || !Number.isFinite(cost) || cost < 0 ? {} : { cost }),
  };
};

const WINDOW_FULL: ReadonlySet<string> = new Set(["model_context_window_exceeded"]);
/** Reasons by which providers say that the response failed. */
const BROKEN: ReadonlySet<string> = new Set([
  "error",
  "network_error", // Z.ai
  "malformed_function_call", // Gemini, and what follows
  "malformed_response",
  "unexpected_tool_call",
  "missing_thought_signature",
  "malformed_model_output", // Bedrock, and what follows
  "malformed_tool_use",
]);
