import type { RunResult, Report } from "../prompt/index.ts";
import { EXIT } from "../process/index.ts";
import { usageObject } from "./message-object.ts";
import type { StreamObject } from "./stream-object.ts";

export interface ResultOrigin {
  /** Empty when there was no session yet. */
  readonly sessionId: string;
  /** Milliseconds. */
  readonly duration: number;
}

/** The last line of a stream, and all of `--output-format json`. */
export const resultObject = (result: RunResult, report: Report, { sessionId, duration }: ResultOrigin): StreamObject => ({
  type: "result",
  subtype: result.subtype,
  is_error: result.code !== EXIT.done,
  duration_ms: Math.round(duration),
  num_turns: report.turns,
  result: result.answer,
  ...(result.output === undefined ? {} : { structured_output: result.output }),
  session_id: sessionId,
  total_cost_usd: report.cost,
  ...(report.sessionCost === undefined ? {} : { session_cost_usd: report.sessionCost }),
  usage: usageObject(report.usage),
  modelUsage: Object.fromEntries(
    Object.entries(report.models).map(([model, { usage, cost }]) => [
      model,
      {
        inputTokens: usage.input,
        outputTokens: usage.output,
        cacheReadInputTokens: usage.cacheRead,
        cacheCreationInputTokens: usage.cacheWrite,
        costUSD: cost,
      },
    ]),
  ),
  permission_denials: report.denied.map(({ id, name, input }) => ({ tool_name: name, tool_use_id: id, tool_input: input })),
  ...(report.jobs.length === 0 ? {} : { jobs_ended: report.jobs.map(({ id, command }) => ({ id, command })) }),
  ...(report.evidence === undefined
    ? {}
    : { evidence: { checks: report.evidence.checks.map(({ command, outcome, changedSince }) => ({ command, outcome, changedSince })) } }),
  terminal_reason: result.reason,
  ...(result.error === undefined ? {} : { errors: [result.error] }),
  uuid: crypto.randomUUID(),
});
