import { asRecord, nearestNames } from "../base/index.ts";
import { CALL_TOOL, MCP_SEARCH, mcpToolName, type Tool, ToolError } from "../loop/index.ts";
import { cleanLine } from "../workspace/index.ts";
import { searchTools, toolId } from "./tool-search.ts";
import type { McpServer, McpServers, McpToolInfo } from "./types.ts";

/** Tools with their schemas in one result, and the length of all of them. */
const MAX_SHOWN = 5;
const MAX_LENGTH = 20_000;
/** Further tools, by name. */
const MAX_NAMED = 40;
const MAX_QUERY = 400;

/** A tool with its schema that a search returned: the characters that it adds to the context. */
export interface FoundTool {
  /** As in calls: `mcp__SERVER__TOOL`. */
  readonly tool: string;
  readonly characters: number;
}

/**
 * Returns the two tools through which a model reaches the tools of servers. Their descriptions and schemas are
 * constant, so that a changed server does not change the beginning of requests.
 */
export const deferredTools = (servers: McpServers): readonly Tool[] => [searchTool(servers), callTool(servers)];

const searchTool = (servers: McpServers): Tool => ({
  name: MCP_SEARCH,
  description: `Finds tools of MCP servers, and returns their descriptions and the schemas of their arguments. Call a found tool with ${CALL_TOOL}. Search before the first call of each tool.`,
  inputSchema: {
    type: "object",
    properties: {
      query: {
        type: "string",
        maxLength: MAX_QUERY,
        description: "Words that describe the task, the name of a server, or exact names of tools as server/tool, separated by commas.",
      },
    },
    required: ["query"],
    additionalProperties: false,
  },
  effect: "read",
  replay: "safe",
  async execute(input, { signal }) {
    const query = String(asRecord(input)["query"]);
    const enabled = servers.servers.filter(({ state }) => state.kind !== "disabled");
    const failures = await startUnknown(enabled, query, signal);
    const tools = enabled.flatMap((server) => (server.manifest?.tools ?? []).map((info) => searchable(server, info)));
    const { text, found } = resultText(searchTools(query, tools), tools.length);
    return { content: [{ type: "text", text: [text, ...failures].join("\n\n") }], details: { found } };
  },
});

/** Starts the servers whose tools are not known. Returns one line for each that is not available. */
const startUnknown = async (servers: readonly McpServer[], query: string, signal: AbortSignal): Promise<readonly string[]> => {
  // A server that has failed starts again only if it is asked for.
  const unknown = servers.filter(
    ({ manifest, state, name }) => manifest === undefined && (state.kind !== "failed" || query.includes(name)),
  );
  await Promise.allSettled(unknown.map((server) => server.start(signal)));
  signal.throwIfAborted();
  return servers.flatMap(({ name, manifest, state }) =>
    manifest === undefined ? [`The tools of ${name} are not known: ${state.kind === "failed" ? state.reason : "it has not started"}`] : [],
  );
};

interface Found {
  readonly server: string;
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly arguments: readonly string[];
  readonly info: McpToolInfo;
}

const searchable = ({ name: server }: McpServer, info: McpToolInfo): Found => ({
  server,
  name: info.name,
  ...(info.title === undefined ? {} : { title: info.title }),
  description: info.description,
  arguments: Object.keys(asRecord(info.inputSchema["properties"])),
  info,
});

const resultText = (tools: readonly Found[], searched: number): { readonly text: string; readonly found: readonly FoundTool[] } => {
  if (tools.length === 0)
    return {
      text: `No tool matches, of ${searched} that were searched. Search with other words, or with the name of a server.`,
      found: [],
    };
  const shown: string[] = [];
  const found: FoundTool[] = [];
  let length = 0;
  for (const tool of tools.slice(0, MAX_SHOWN)) {
    const text = toolText(tool);
    // The best one is shown whatever its length is: without its schema it cannot be called.
    if (shown.length > 0 && length + text.length > MAX_LENGTH) break;
    length += text.length;
    shown.push(text);
    found.push({ tool: mcpToolName(tool.server, tool.name), characters: text.length });
  }
  const rest = tools.slice(shown.length);
  const names = rest.slice(0, MAX_NAMED).map(toolId);
  const more = rest.length > names.length ? ` and ${rest.length - names.length} more` : "";
  return {
    text: [...shown, ...(names.length === 0 ? [] : [`Other matches, without their schemas: ${names.join(", ")}${more}`])].join("\n\n"),
    found,
  };
};

const toolText = (tool: Found): string => {
  const { description, inputSchema, readOnlyHint } = tool.info;
  const hint = readOnlyHint === true ? " (read-only, according to the server)" : "";
  return [`## ${toolId(tool)}${hint}`, ...(description === "" ? [] : [description]), `Arguments: ${JSON.stringify(inputSchema)}`].join(
    "\n",
  );
};

const callTool = (servers: McpServers): Tool => ({
  name: CALL_TOOL,
  description: `Calls a tool of an MCP server. ${MCP_SEARCH} returns the names of tools and the schemas of their arguments.`,
  inputSchema: {
    type: "object",
    properties: {
      tool: { type: "string", description: "The tool, as server/tool." },
      arguments: { type: "object", description: "Its arguments, as its schema requires." },
    },
    required: ["tool", "arguments"],
    additionalProperties: false,
  },
  // Not safe to replay: after a crash, the tool that it named may have run.
  effect: "read",
  /** The loop runs the tool that the call names. Only a call of an unknown tool arrives here. */
  async execute(input, { signal }) {
    const id = String(asRecord(input)["tool"]);
    const [, name = "", tool = ""] = /^([^/]*)\/?(.*)$/s.exec(id) ?? [];
    const server = servers.find(name);
    if (server === undefined) throw new ToolError(unknownServer(name, servers));
    const { tools } = server.manifest ?? (await server.start(signal));
    const info = tools.find((one) => one.name === tool);
    if (info === undefined) throw new ToolError(unknownTool(server.name, tool, tools));
    throw new ToolError(
      `Not run: the arguments of ${server.name}/${tool} were not known. Call it again with arguments that fit its schema: ${JSON.stringify(info.inputSchema)}`,
    );
  },
});

const unknownServer = (name: string, { servers }: McpServers): string =>
  `There is no MCP server "${cleanLine(name, 100)}". Servers: ${servers.map((server) => server.name).join(", ")}. Name a tool as server/tool.`;

const unknownTool = (server: string, tool: string, tools: readonly McpToolInfo[]): string => {
  const near = nearestNames(
    tool,
    tools.map(({ name }) => name),
  ).map((name) => `${server}/${name}`);
  const hint = near.length === 0 ? `Find its tools with ${MCP_SEARCH}.` : `Did you mean ${near.join(" or ")}?`;
  return `The MCP server ${server} has no tool "${cleanLine(tool, 100)}". ${hint}`;
};
