import { asRecord, type UnknownRecord } from "../../base/index.ts";
import type { StreamPart } from "../../model/index.ts";
import { providerPart } from "./provider-content.ts";

/**
 * Returns whether an output item belongs to a tool that runs at OpenAI, or to its management of the conversation:
 * https://platform.openai.com/docs/guides/tools. Items of tools that the client runs do not count.
 */
export const isProviderItem = ({ type, environment }: UnknownRecord): boolean =>
  typeof type === "string" && (TYPES.has(type) || (type === "shell_call" && String(asRecord(environment)["type"]).startsWith("container")));

const TYPES: ReadonlySet<string> = new Set([
  "web_search_call",
  "file_search_call",
  "code_interpreter_call",
  "image_generation_call",
  "mcp_call",
  "mcp_list_tools",
  "mcp_approval_request",
  "tool_search_call",
  "tool_search_output",
  "shell_call_output",
  "compaction",
]);

/**
 * Returns the stream part of an item of the provider.
 *
 * @param reasoningId the reasoning before the item, which has to go back with it
 */
export const responsesPart = (item: UnknownRecord, key: string, reasoningId: unknown): StreamPart => {
  const { type, id, status, error } = item;
  const { name, input, output } = ITEMS[String(type)]?.(item) ?? {};
  const content = {
    name: name ?? String(type).replace(/_call$/, ""),
    id,
    input,
    output: error ?? output,
    failed: status === "failed" || status === "incomplete" || error != null,
  };
  return providerPart(content, key, { item, ...(reasoningId === undefined ? {} : { reasoningId }) });
};

type Shown = (item: UnknownRecord) => { readonly name?: string; readonly input?: unknown; readonly output?: unknown };

/** The arguments and the result of each kind of item. */
const ITEMS: Readonly<Record<string, Shown>> = {
  web_search_call: ({ action }) => ({ input: action ?? {}, output: asRecord(action)["sources"] }),
  file_search_call: ({ queries, results }) => ({ input: { query: queries }, output: results }),
  code_interpreter_call: ({ code, outputs }) => ({ input: { code }, output: outputs }),
  image_generation_call: ({ revised_prompt: prompt, result }) => ({
    input: { prompt },
    output: result == null ? undefined : "(an image)",
  }),
  mcp_call: ({ name, server_label: server, arguments: input, output }) => ({ name: `${String(server)}.${String(name)}`, input, output }),
  mcp_list_tools: ({ server_label: server, tools }) => ({ input: { server }, output: toolNames(tools) }),
  mcp_approval_request: ({ name, server_label: server, arguments: input }) => ({
    name: `${String(server)}.${String(name)}`,
    input,
    output: "The server waits for an approval, which cannot be given here. Set require_approval to never.",
  }),
  tool_search_call: ({ arguments: input }) => ({ input: input ?? {} }),
  tool_search_output: ({ tools }) => ({ name: "tool_search", output: toolNames(tools) }),
  shell_call: ({ action }) => ({ input: action ?? {} }),
  shell_call_output: ({ output }) => ({ name: "shell", output }),
};

const toolNames = (tools: unknown): unknown => (Array.isArray(tools) ? tools.map((tool) => asRecord(tool)["name"]) : undefined);
