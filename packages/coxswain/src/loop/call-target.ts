import { asRecord, textHash } from "../base/index.ts";
import type { ToolCallPart } from "../model/index.ts";

/** The tool through which the model calls tools that its requests do not list: `{ tool: "server/tool", arguments }`. */
export const CALL_TOOL = "call_tool";

/** The tool that finds the tools of servers for the model. */
export const MCP_SEARCH = "mcp_search";

/**
 * Returns the call that a call of `call_tool` stands for, under the tool's own name and with its arguments; other calls
 * as they are. Depends on the call alone, so that running and stored calls are shown alike.
 */
export const callTarget = (call: ToolCallPart): ToolCallPart => {
  if (call.name !== CALL_TOOL) return call;
  const { tool, arguments: input = {} } = asRecord(call.input);
  const name = typeof tool === "string" ? nameOf(tool) : undefined;
  return name === undefined ? call : { ...call, name, input: parsed(input) };
};

const nameOf = (tool: string): string | undefined => {
  const [, server, name] = /^([^/]+)\/(.+)$/s.exec(tool) ?? [];
  if (server !== undefined && name !== undefined) return mcpToolName(server, name);
  return tool.startsWith("mcp__") ? tool : undefined;
};

/** Some models write nested arguments as a string of JSON. */
const parsed = (input: unknown): unknown => {
  if (typeof input !== "string") return input;
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? value : input;
  } catch {
    return input;
  }
};

/**
 * Returns the name of a server's tool for models, hooks and screens: `mcp__SERVER__TOOL`. A name that is too long for a
 * provider, has other characters, or could be read in two ways is cut and ends with a hash.
 */
export const mcpToolName = (server: string, tool: string): string => {
  const name = `mcp__${server}__${tool}`;
  const isReadable = /^[\w-]+$/.test(name) && name.length <= MAX_LENGTH && !server.includes("__") && !server.endsWith("_");
  // Otherwise a server could name a tool as another server's tool with its hash.
  if (isReadable && !/_[\da-f]{8}$/.test(name)) return name;
  const hash = textHash(`${server}/${tool}`).slice(0, 8);
  return `${name.replaceAll(/[^\w-]+/g, "_").slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`;
};

/** Characters that every provider accepts. */
const MAX_LENGTH = 64;
