import { LogWriteError } from "../log/index.ts";
import type { ToolCallPart, ToolMessage, ToolResultPart } from "../model/index.ts";
import type { ToolStartEntry } from "./entries.ts";
import { endedBy, errorResult, failure, skipped, NOT_RECORDED } from "./errors.ts";
import type { PermissionRequest, Verdict } from "./gate.ts";
import { settle, type Settled } from "../base/index.ts";
import { runPreToolHooks } from "./run-hooks.ts";
import type { LoopOptions } from "./types.ts";
import type { Scope } from "./scope.ts";
import { asResult, type Tool, type ToolContext, type ToolResult, type InputSchema, isStandardSchema } from "./tool.ts";
import { type CallContext, openToolContext } from "./tool-context.ts";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { Tools } from "./ports.ts";

export interface CallEnd {
  readonly result: ToolMessage;
  /** True if it may have had effects. */
  readonly effective?: boolean;
  /** It was denied, and the later calls must not run. */
  readonly stop?: boolean;
  /** It did not run, because its intent could not be recorded. */
  readonly unwritten?: LogWriteError;
}

/** Runs one call to its result. Never throws, and after an abort does not wait for a tool that ignores it. */
export const callTool = async (scope: Scope, messageId: string, call: ToolCallPart): Promise<CallEnd> => {
  const { signal, ports } = scope;
  const context = openToolContext(scope, messageId, call);
  try {
    const cleared = await settle(() => clear(scope, call, context), signal, ports.clock);
    if (cleared.kind === "left" || signal.aborted) return notStarted(call, signal);
    return "result" in cleared.value ? cleared.value : await start(scope, call, cleared.value, context);
  } catch (error) {
    return error instanceof LogWriteError ? { result: skipped(call, NOT_RECORDED), unwritten: error } : { result: failure(call, error) };
  } finally {
    await context.close();
  }
};

/** A call that may run: its tool, and its arguments as the tool's schema parsed them. */
interface Cleared {
  readonly tool: Tool;
  readonly input: unknown;
  /** As the model sent it, or as a hook changed it. */
  readonly call: ToolCallPart;
  readonly granted: readonly PermissionRequest[];
}

/** Finds the tool, validates the arguments, runs the hooks, claims the call against its limits, and checks permission. */
const clear = async (scope: Scope, made: ToolCallPart, context: ToolContext): Promise<Cleared | CallEnd> => {
  const { ports, options, signal } = scope;
  const tool = ports.tools.find(made.name);
  if (tool === undefined) return { result: errorResult(made, "unknown_tool", unknownTool(made.name, ports.tools.names())) };

  const valid = await validate(tool, made.input, ports.tools);
  if (valid.problem !== undefined) return { result: errorResult(made, "invalid_input", valid.problem) };

  const ruling = await runPreToolHooks(scope, { messageId: context.messageId, call: made, tool });
  if (ruling.kind === "deny") return { result: errorResult(made, "denied", `Denied: ${ruling.reason}`), ...stopping(ruling, options) };
  const call = ruling.input === undefined ? made : { ...made, input: ruling.input };
  const input = ruling.input === undefined ? valid : await validate(tool, ruling.input, ports.tools);
  if (input.problem !== undefined) {
    return {
      result: errorResult(
        made,
        "invalid_input",
        `A hook changed the arguments of ${tool.name}, and they are no longer valid. ${input.problem}`,
      ),
    };
  }

  const limit = options.claimCall?.();
  if (limit !== undefined) return { result: errorResult(made, "skipped", `Not run. ${limit.message}`) };

  const needed = await requestsOf(tool, call, input.value, context);
  const requests = needed.length === 0 && ruling.ask !== undefined ? [wholeCall(tool, call)] : needed;
  const verdict = requests.length === 0 || signal.aborted ? ALLOW : await ports.gate.check(call, requests, signal, ruling.ask);
  if (verdict.kind === "allow") return { tool, input: input.value, call, granted: requests };
  return { result: errorResult(made, "denied", `Denied: ${verdict.reason}`), ...stopping(verdict, options) };
};

type Validated = { readonly value: unknown; readonly problem?: undefined } | { readonly problem: string };

/** Validates a call's arguments by its tool's schema. `problem` is a message for the model. */
const validate = async (tool: Tool, input: unknown, tools: Pick<Tools, "schemaProblems">): Promise<Validated> => {
  if (typeof input === "string") {
    return { problem: `The arguments of ${tool.name} are not valid JSON. Call it again with one JSON object.` };
  }
  const outcome = await outcomeOf(tool.inputSchema, input, tools);
  if (outcome.issues === undefined) return { value: outcome.value };
  const issues = outcome.issues.map((issue) => `- ${pathPrefix(issue)}${issue.message}`);
  return {
    problem: `The arguments of ${tool.name} are not valid:\n${issues.join("\n")}\nCall it again with arguments that fit its schema.`,
  };
};

const outcomeOf = async (
  schema: InputSchema,
  input: unknown,
  tools: Pick<Tools, "schemaProblems">,
): Promise<StandardSchemaV1.Result<unknown>> => {
  if (isStandardSchema(schema)) return schema["~standard"].validate(input);
  const problems = await tools.schemaProblems(schema, input);
  return problems.length === 0 ? { value: input } : { issues: problems.map((message) => ({ message })) };
};

const pathPrefix = ({ path }: StandardSchemaV1.Issue): string => {
  const keys = (path ?? []).map((segment) => String(typeof segment === "object" ? segment.key : segment));
  return keys.length === 0 ? "" : `${keys.join(".")}: `;
};

const stopping = ({ stop }: { readonly stop?: boolean }, { onDeny }: LoopOptions): { readonly stop: boolean } => ({
  stop: stop === true || onDeny === "stop",
});

/** A tool with an effect and without `permissionRequests` requests permission for the whole call. */
const requestsOf = async (tool: Tool, call: ToolCallPart, input: unknown, context: ToolContext): Promise<readonly PermissionRequest[]> => {
  if (tool.permissionRequests !== undefined) return tool.permissionRequests(input, context);
  return tool.effect === "read" ? [] : [wholeCall(tool, call)];
};

const wholeCall = ({ name, effect }: Tool, { input }: ToolCallPart): PermissionRequest => ({
  tool: name,
  effect,
  subject: JSON.stringify(input),
});

/** Records the intent, and runs the tool. */
const start = async (scope: Scope, made: ToolCallPart, { tool, input, call, granted }: Cleared, context: CallContext): Promise<CallEnd> => {
  const { journal, clock, changes } = scope.ports;
  const { messageId } = context;
  const effective = tool.effect !== "read";
  const { name, effect } = tool;
  const mayChange = effective && tool.changesFiles !== false;
  const recording = mayChange ? await changes?.begin({ messageId, callId: call.id, tool: name, effect, granted }) : undefined;
  if (scope.signal.aborted) return notStarted(call, scope.signal);
  if (effective || call !== made) {
    const changed = call === made ? {} : { input: call.input };
    await journal.append<ToolStartEntry>({ type: "tool_start", run: scope.runId, message: messageId, call: call.id, ...changed });
    if (effective) await journal.sync("intent");
    if (scope.signal.aborted) return notStarted(call, scope.signal);
  }
  journal.emit({ type: "tool_start", messageId, call });
  try {
    context.grant(granted);
    const end = await settle(() => tool.execute(input, context), scope.signal, clock);
    const result =
      end.kind === "value" && !scope.signal.aborted ? finished(call, end.value) : cancelled(call, scope.signal, effective, end);
    return { result, effective };
  } catch (error) {
    return { result: scope.signal.aborted ? cancelled(call, scope.signal, effective) : failure(call, error), effective };
  } finally {
    await recording?.end();
  }
};

const ALLOW: Verdict = { kind: "allow" };

const notStarted = (call: ToolCallPart, signal: AbortSignal): CallEnd => ({
  result: errorResult(call, "cancelled", `Cancelled ${endedBy(signal)} before it started.`),
});

const finished = (call: ToolCallPart, returned: ToolResult | string): ToolMessage => {
  const { content, isError = false, details } = assertResult(call, returned);
  return {
    role: "tool",
    callId: call.id,
    name: call.name,
    // A copy: the tool may change its result later.
    content: content.length > 0 ? content.map((part) => ({ ...part })) : [{ type: "text", text: "(no output)" }],
    isError,
    ...(details === undefined ? {} : { details }),
  };
};

/** Checks at run time: a tool may come from anyone, without type checks. */
const assertResult = ({ name }: ToolCallPart, returned: unknown): ToolResult => {
  if (typeof returned === "string") return asResult(returned);
  if (isResult(returned)) return returned;
  throw new TypeError(
    `${name} ran, but returned an invalid result: expected a string, or { content } with an array of text and image parts.`,
  );
};

const isResult = (result: unknown): result is ToolResult => {
  if (typeof result !== "object" || result === null) return false;
  const { content, isError }: { readonly content?: unknown; readonly isError?: unknown } = result;
  return Array.isArray(content) && content.every(isPart) && (isError === undefined || typeof isError === "boolean");
};

const isPart = (part: unknown): part is ToolResultPart => {
  if (typeof part !== "object" || part === null) return false;
  const { type, text, mediaType, data }: Readonly<Record<string, unknown>> = { ...part };
  return type === "text" ? typeof text === "string" : type === "image" && typeof mediaType === "string" && typeof data === "string";
};

/** A tool that ended in time after the abort may add its partial result. */
const cancelled = (call: ToolCallPart, signal: AbortSignal, effective: boolean, end?: Settled<ToolResult | string>): ToolMessage => {
  const result = errorResult(
    call,
    "cancelled",
    `Cancelled ${endedBy(signal)} while it ran${effective ? "; it may have had effects" : ""}.`,
  );
  return end?.kind === "value" ? { ...result, content: [...result.content, ...assertResult(call, end.value).content] } : result;
};

const unknownTool = (name: string, existing: readonly string[]): string =>
  `There is no tool "${name}". ${existing.length === 0 ? "No tools are available." : `Available tools: ${existing.join(", ")}.`}`;
