import { nestedInstructions, type NestedInstructionsEntry, nestedInstructionsState } from "../../context/index.ts";
import { asResult, type PermissionRequest, type Tool, type ToolContext, type ToolResult } from "../../loop/index.ts";
import { memoizeLast } from "../tool-set.ts";
import type { SessionInstructions } from "./session-instructions.ts";

/**
 * Wraps tools so that their results end with the instruction files of the folders that a call has reached, each once in a
 * conversation. The paths of a call are those of its permission requests.
 */
export const withNestedInstructions = (instructions: SessionInstructions): ((tools: readonly Tool[]) => readonly Tool[]) => {
  // Files that a call is about to add, until they are in the log: calls may run in parallel.
  const claimed = new Set<string>();
  return memoizeLast((tools) =>
    tools.map((tool) => (tool.permissionRequests === undefined ? tool : withInstructions(tool, instructions, claimed))),
  );
};

const withInstructions = (tool: Tool, instructions: SessionInstructions, claimed: Set<string>): Tool => {
  // All other properties of the tool stay.
  return Object.assign(Object.create(tool) as Tool, {
    permissionRequests: (input: unknown, context: ToolContext) => tool.permissionRequests?.(input, context) ?? [],
    async execute(input: unknown, context: ToolContext): Promise<ToolResult> {
      const result = asResult(await tool.execute(input, context));
      const text = result.isError === true ? undefined : await newInstructions(pathsOf(context.granted), context, instructions, claimed);
      return text === undefined ? result : { ...result, content: [...result.content, { type: "text", text }] };
    },
  });
};

/** Requests for paths have `inside`. */
const pathsOf = (requests: readonly PermissionRequest[]): readonly string[] =>
  requests.filter(({ effect, inside }) => (effect === "read" || effect === "write") && inside !== undefined).map(({ subject }) => subject);

/** Returns the text to append to the result, and records its files; undefined if there are no new ones. */
const newInstructions = async (
  paths: readonly string[],
  context: ToolContext,
  instructions: SessionInstructions,
  claimed: Set<string>,
): Promise<string | undefined> => {
  const found = (await Promise.all(paths.map((path) => instructions.onTheWay(path)))).flat();
  if (context.signal.aborted) return undefined;
  const { sent, pending } = context.facts(nestedInstructionsState);
  const others = Object.entries(pending).flatMap(([call, files]) => (call === context.callId ? [] : files));
  const loaded = new Set([...sent.flatMap(({ files }) => files), ...others, ...claimed, ...paths]);
  // Each file once, and none that the call itself read.
  const files = found.filter(({ real }) => !loaded.has(real) && loaded.add(real));
  const bytes = sent.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const text = nestedInstructions(files, bytes, instructions.limits);
  if (text === undefined) return undefined;
  const reals = files.map(({ real }) => real);
  for (const real of reals) claimed.add(real);
  try {
    await context.record<NestedInstructionsEntry>({ type: "nested_instructions", call: context.callId, files: reals });
  } finally {
    for (const real of reals) claimed.delete(real);
  }
  return text;
};
