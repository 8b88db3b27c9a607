import { createHash } from "node:crypto";
import {
  type AskUser,
  type InputSchema,
  type JsonSchema,
  mcpToolName,
  type PermissionRequest,
  standardSchema,
  type Tool,
  type ToolContext,
  ToolError,
} from "../loop/index.ts";
import { type ContentHost, toolResult } from "./content.ts";
import { elicitFromUser } from "./elicit-user.ts";
import { withProperties } from "./listed-schema.ts";
import type { McpServer, McpServerConfig, McpToolInfo } from "./types.ts";

/** The parts of a session that calls of servers use. */
export interface McpCallHost extends ContentHost {
  /** Asks the user what a server wants to know. Absent: servers are declined. */
  readonly askUser?: AskUser | undefined;
  /**
   * Creates the check of values by a schema, which returns the errors of a value. Undefined: it cannot be validated,
   * for example because of a pattern in another dialect.
   */
  readonly validator: (schema: JsonSchema) => Promise<(value: unknown) => readonly string[] | undefined>;
}

/** Returns a tool of a server as a tool of a session. */
export const serverTool = (server: McpServer, info: McpToolInfo, host: McpCallHost): Tool => {
  const request = permissionRequest(server, info);
  return {
    name: mcpToolName(server.name, info.name),
    description: info.description,
    inputSchema: argumentsSchema(info.inputSchema, host),
    effect: "execute",
    // A server behind a URL cannot change the session's files.
    changesFiles: server.config.kind === "command",
    permissionRequests: () => [request],
    async execute(input, context) {
      const { signal } = context;
      await allowCurrent(server, info, context);
      const result = await server.callTool(info.name, input, {
        signal,
        onProgress: (line) => context.progress(line),
        elicit: elicitFromUser(context, host.askUser),
      });
      return toolResult(result, host, signal);
    },
  };
};

/** Rejects arguments with errors. Arguments that cannot be validated here are left to the server. */
const argumentsSchema = (schema: JsonSchema, { validator }: Pick<McpCallHost, "validator">): InputSchema => {
  let check: ReturnType<typeof validator> | undefined;
  return standardSchema(async (value) => {
    const errors = (await (check ??= validator(schema)))(value) ?? [];
    return errors.length === 0 ? { value } : { issues: errors.map((message) => ({ message })) };
  }, withProperties(schema));
};

/**
 * The permission was for the manifest in the cache: asks again if the server, once started, has another tool of the
 * name.
 */
const allowCurrent = async (server: McpServer, { name, hash }: McpToolInfo, context: ToolContext): Promise<void> => {
  for (let allowed = hash; ;) {
    const { tools } = await server.start(context.signal);
    const current = tools.find((tool) => tool.name === name);
    if (current === undefined) throw new ToolError(`The MCP server ${server.name} no longer has the tool ${name}.`);
    if (current.hash === allowed) return;
    await context.permission(permissionRequest(server, current));
    // It may have changed while the user answered.
    allowed = current.hash;
  }
};

/** The permission of a call. Hints of the server do not change it. */
const permissionRequest = ({ name, config }: McpServer, info: McpToolInfo): PermissionRequest => ({
  tool: "mcp",
  effect: "execute",
  subject: `${name}/${encodedName(info.name)}`,
  version: versionOf(config, info),
});

/** Encodes characters that have a meaning in rules. */
const encodedName = (tool: string): string =>
  tool.replaceAll(/[^\w.-]/gu, (character) => [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));

/** Identifies what an answer allows: the tool as the server describes it, and the program or URL that the server is. */
const versionOf = (config: McpServerConfig, { hash }: McpToolInfo): string => {
  const source = config.kind === "url" ? [config.url] : [config.command, ...config.args];
  return createHash("sha256")
    .update(JSON.stringify([hash, ...source]))
    .digest("hex")
    .slice(0, 16);
};
