import { nestedInstructions, type NestedInstructionsEntry, nestedInstructionsState } from "../../context/index.ts";
import { asResult, type PermissionRequest, type Tool, type ToolContext, type ToolResult } from "../../loop/index.ts";
import { memoizeLast } from "../tool-set.ts";
import type { SessionInstructions } from "./session-instructions.ts";

/**
 * Makes tools whose results also tell, at their end, what the files for agents say of the folders that a call has come to: once in a
 * conversation. Which paths a call is about it says itself, by what has to be allowed.
 */
export const tellingTools = (instructions: SessionInstructions): ((tools: readonly Tool[]) => readonly Tool[]) => {
  // Files that a call is about to tell, until a fact says so: calls may run beside each other.
  const claimed = new Set<string>();
  return memoizeLast((tools) =>
    tools.map((tool) => (tool.permissionRequests === undefined ? tool : tellingTool(tool, instructions, claimed))),
  );
};

const tellingTool = (tool: Tool, instructions: SessionInstructions, claimed: Set<string>): Tool => {
  // Whatever else the tool has and is, it stays.
  return Object.assign(Object.create(tool) as Tool, {
    permissionRequests: (input: unknown, context: ToolContext) => tool.permissionRequests?.(input, context) ?? [],
    async execute(input: unknown, context: ToolContext): Promise<ToolResult> {
      const result = asResult(await tool.execute(input, context));
      const text = result.isError === true ? undefined : await tell(pathsOf(context.granted), context, instructions, claimed);
      return text === undefined ? result : { ...result, content: [...result.content, { type: "text", text }] };
    },
  });
};

/** A request for a path says whether it lies inside. */
const pathsOf = (requests: readonly PermissionRequest[]): readonly string[] =>
  requests.filter(({ effect, inside }) => (effect === "read" || effect === "write") && inside !== undefined).map(({ subject }) => subject);

/** What the result is to say besides, kept as a fact; undefined when there is nothing new. */
const tell = async (
  paths: readonly string[],
  context: ToolContext,
  instructions: SessionInstructions,
  claimed: Set<string>,
): Promise<string | undefined> => {
  const found = (await Promise.all(paths.map((path) => instructions.onTheWay(path)))).flat();
  if (context.signal.aborted) return undefined;
  const { told, coming } = context.facts(nestedInstructionsState);
  const others = Object.entries(coming).flatMap(([call, files]) => (call === context.callId ? [] : files));
  const known = new Set([...told.flatMap(({ files }) => files), ...others, ...claimed, ...paths]);
  // Each once, and not what the call itself was about.
  const files = found.filter(({ real }) => !known.has(real) && known.add(real));
  const bytes = told.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
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
