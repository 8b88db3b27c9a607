import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { ModelError, type StopReason, type StreamPart, type Usage, usageFrom } from "../model/index.ts";
import type { Dialect } from "./dialect.ts";
import type { Origin } from "./errors/index.ts";

export type FinishV4 = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/**
 * The end of a whole response.
 *
 * @throws {ModelError} when the response is not whole, whatever the adapter makes of it
 */
export const finishPart = ({ finishReason, usage }: FinishV4, hasCalls: boolean, dialect: Dialect, origin: Origin): StreamPart => {
  const raw = finishReason.raw?.toLowerCase() ?? "";
  if (WINDOW_FULL.has(raw)) throw new ModelError("overflow", `The response filled the window of ${origin.model}.`);
  if (finishReason.unified === "interrupted") throw new ModelError("transient", `The answer of ${origin.label} broke off before its end.`);
  if (finishReason.unified === "error" || BROKEN.has(raw)) {
    throw new ModelError("transient", `${origin.label} ended its answer with an error${raw === "" ? "" : ` (${raw})`}.`);
  }
  const stop = STOPS[finishReason.unified];
  const cost = usage.raw === undefined ? undefined : dialect.reportedCost?.(usage.raw);
  return {
    type: "finish",
    // Some servers say "stop" after calls as well.
    stop: stop === "stop" && hasCalls ? "tool_calls" : stop,
    usage: readUsage(usage),
    ...(cost === undefined || !Number.isFinite(cost) || cost < 0 ? {} : { cost }),
  };
};

const WINDOW_FULL: ReadonlySet<string> = new Set(["model_context_window_exceeded"]);
/** Reasons by which providers say that the response failed, which the adapters know as "other". */
const BROKEN: ReadonlySet<string> = new Set(["error", "network_error", "malformed_function_call", "unexpected_tool_call"]);

const STOPS: Readonly<Record<Exclude<FinishV4["finishReason"]["unified"], "error" | "interrupted">, StopReason>> = {
  stop: "stop",
  length: "length",
  "content-filter": "refusal",
  "tool-calls": "tool_calls",
  other: "other",
};

const readUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage => {
  const { total, noCache, cacheRead, cacheWrite } = inputTokens;
  return usageFrom({
    input: noCache ?? Number(total) - (cacheRead ?? 0) - (cacheWrite ?? 0),
    cacheRead,
    cacheWrite,
    output: outputTokens.total,
    reasoning: outputTokens.reasoning,
  });
};
