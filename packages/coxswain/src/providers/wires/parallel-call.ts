import type { ToolSpec } from "../../model/index.ts";
import { type UnknownRecord, asRecord } from "../../base/index.ts";
import { listOf } from "./fields.ts";

export interface SplitCall {
  readonly id: string;
  readonly name: string;
  readonly input: string;
  /** Data from which the adapter restores the model's original call. */
  readonly data: UnknownRecord;
}

/** Names of the undeclared tool with which OpenAI's models call several tools at once, as they were trained to do. */
const WRAPPERS: ReadonlySet<string> = new Set(["multi_tool_use.parallel", "parallel"]);
const PREFIX = "functions.";

/** True for a call of the wrapper, unless the caller has a tool of that name. */
export const isParallelCall = (name: string, tools: readonly ToolSpec[]): boolean => WRAPPERS.has(name) && !isOffered(name, tools);

/** Splits a parallel call. Returns undefined if it does not contain known tools with object arguments. */
export const splitParallelCall = (
  { id, name, input, itemId }: { readonly id: string; readonly name: string; readonly input: string; readonly itemId: unknown },
  tools: readonly ToolSpec[],
): readonly SplitCall[] | undefined => {
  const uses = listOf(asRecord(parsed(input))["tool_uses"]).map(asRecord);
  const calls = uses.map(({ recipient_name: recipient, parameters }, index): SplitCall | undefined => {
    const tool = typeof recipient === "string" && recipient.startsWith(PREFIX) ? recipient.slice(PREFIX.length) : "";
    if (!isOffered(tool, tools) || typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) return undefined;
    const whole = { itemId, toolCallId: id, toolName: name, ...(index === 0 ? { input } : {}), index, count: uses.length };
    return { id: `${id}_${index}`, name: tool, input: JSON.stringify(parameters), data: { parallelToolCall: whole } };
  });
  return calls.length === 0 || calls.includes(undefined) ? undefined : calls.filter((call) => call !== undefined);
};

const isOffered = (name: string, tools: readonly ToolSpec[]): boolean => tools.some((tool) => tool.name === name);

const parsed = (input: string): unknown => {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
};
