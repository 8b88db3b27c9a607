import type { ToolCallPart, ToolMessage } from "../model/index.ts";
import type { ToolStartEntry } from "./entries.ts";
import { errorResult } from "./error-result.ts";
import type { Scope } from "./scope.ts";
import type { ToolContext, ToolResult } from "./tool.ts";
import { openToolContext } from "./tool-context.ts";
import { settle } from "./settle.ts";
import { validate } from "./validate.ts";

export interface CallEnd {
  readonly result: ToolMessage;
  /** Whether it may have changed something. */
  readonly effective?: boolean;
  /** It was denied, and the calls after it are not to run. */
  readonly stop?: boolean;
}

/** Runs one call to its result. It never throws, and after an abort it does not wait for a tool that goes on. */
export const callTool = async (scope: Scope, messageId: string, call: ToolCallPart): Promise<CallEnd> => {
  const context = openToolContext(scope, messageId, call);
  const end = await settle(() => attempt(scope, messageId, call, context), scope.signal, scope.ports.clock);
  context.close();
  switch (end.kind) {
    case "value":
      return end.value;
    case "error":
      return { result: failure(call, end.error) };
    case "left":
      return { result: cancelled(call), effective: true };
  }
};

/** Look up, validate, ask the gate, record the intent, run. */
const attempt = async (scope: Scope, messageId: string, call: ToolCallPart, context: ToolContext): Promise<CallEnd> => {
  const { tools, gate, journal } = scope.ports;
  const tool = tools.find(call.name);
  if (tool === undefined) return { result: errorResult(call, "unknown_tool", unknownTool(call.name, tools.names())) };

  const input = await validate(tool, call.input);
  if (input.problem !== undefined) return { result: errorResult(call, "invalid_input", input.problem) };

  const requests = (await tool.needs?.(input.value, context)) ?? [];
  if (requests.length > 0) {
    const verdict = await gate.check(call, requests, scope.signal);
    if (scope.signal.aborted) return unstarted(call);
    if (verdict.kind === "deny") {
      const stop = verdict.stop === true || scope.options.onDeny === "stop";
      return { result: errorResult(call, "denied", `Denied: ${verdict.reason}`), stop };
    }
  }
  if (scope.signal.aborted) return unstarted(call);

  const effective = tool.effect !== "read";
  if (effective) {
    await journal.append<ToolStartEntry>({ type: "tool_start", run: scope.runId, message: messageId, call: call.id });
    await journal.sync();
  }
  journal.emit({ type: "tool_start", messageId, call });
  try {
    const result = await tool.run(input.value, context);
    return { result: scope.signal.aborted ? cancelled(call, result) : finished(call, result), effective };
  } catch (error) {
    return { result: scope.signal.aborted ? cancelled(call) : failure(call, error), effective };
  }
};

const unstarted = (call: ToolCallPart): CallEnd => ({
  result: errorResult(call, "cancelled", "Cancelled by the user before it started."),
});

const finished = (call: ToolCallPart, { content, isError = false, details }: ToolResult): ToolMessage => ({
  role: "tool",
  callId: call.id,
  name: call.name,
  content: content.length > 0 ? content : [{ type: "text", text: "(no output)" }],
  isError,
  ...(details === undefined ? {} : { details }),
});

/** A tool that heeded the abort in time may say how far it came. */
const cancelled = (call: ToolCallPart, partial?: ToolResult): ToolMessage => {
  const result = errorResult(call, "cancelled", "Cancelled by the user while it ran; it may have had effects.");
  return partial === undefined ? result : { ...result, content: [...result.content, ...partial.content] };
};

const failure = (call: ToolCallPart, error: unknown): ToolMessage => ({
  role: "tool",
  callId: call.id,
  name: call.name,
  content: [{ type: "text", text: error instanceof Error ? error.message : String(error) }],
  isError: true,
});

const unknownTool = (name: string, known: readonly string[]): string =>
  `There is no tool "${name}". ${known.length === 0 ? "There are no tools here." : `The tools are: ${known.join(", ")}.`}`;
