import { UnknownNameError, UsageError } from "../argv/index.ts";
import { type Configuration, mcpServerRows, type McpServerRow } from "../configuration/index.ts";
import type { McpServers } from "coxswain/mcp";

/** Returns the name that is the only argument. @throws {UsageError} */
export const onlyName = ([name, more]: readonly string[], action: string): string => {
  if (name === undefined) throw new UsageError(`${action} needs the name of a server: cox mcp ${action} NAME`);
  if (more !== undefined) throw new UsageError(`unexpected argument: ${more}`);
  return name;
};

/** Finds a server by its name, of several the one that is used. @throws {UnknownNameError} */
export const findRow = (name: string, configuration: Configuration, servers: McpServers | undefined): McpServerRow => {
  const rows = mcpServerRows(configuration, servers);
  const row = rows.find((one) => one.name === name);
  if (row === undefined)
    throw new UnknownNameError(
      "MCP server",
      name,
      rows.map((one) => one.name),
    );
  return row;
};
