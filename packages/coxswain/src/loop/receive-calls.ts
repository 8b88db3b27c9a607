import { type AssistantPart, callArguments, type ToolCallPart } from "../model/index.ts";
import type { Tools } from "./ports.ts";

/** No provider takes a tool's name back that is longer, or of other characters, even where its own model made it up. */
const NAME_LENGTH = 64;

/**
 * Makes the calls of a whole response fit to be kept and sent back: ids that the session has not seen, names that a
 * provider accepts, arguments as JSON, mended where a model's JSON is nearly right.
 */
export const receiveCalls = async (content: readonly AssistantPart[], tools: Tools, seen: () => Set<string>): Promise<AssistantPart[]> =>
  Promise.all(content.map(async (part) => (part.type === "tool_call" ? receive(part, tools, freshId(part.id, seen())) : part)));

const receive = async (call: ToolCallPart, tools: Tools, id: string): Promise<ToolCallPart> => ({
  ...call,
  id,
  name: knownName(call.name, tools),
  input: typeof call.input === "string" ? await callArguments(call.input) : call.input,
});

const freshId = (id: string, seen: Set<string>): string => {
  const wanted = id === "" ? "call" : id;
  let fresh = wanted;
  for (let copy = 2; seen.has(fresh); copy++) fresh = `${wanted}_${copy}`;
  seen.add(fresh);
  return fresh;
};

const knownName = (name: string, tools: Tools): string => {
  if (tools.find(name) !== undefined) return name;
  const sameLetters = tools.names().filter((known) => known.toLowerCase() === name.toLowerCase());
  if (sameLetters.length === 1) return sameLetters[0] as string;
  return name.replaceAll(/[^\w-]+/g, "_").slice(0, NAME_LENGTH) || "unnamed";
};
