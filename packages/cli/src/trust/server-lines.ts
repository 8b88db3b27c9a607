import type { ProjectMcpServer } from "coxswain/settings";
import { escapeLine } from "../output/index.ts";

/**
 * Shows the definitions of a project's MCP servers in full, one on each line: these are what an approval covers.
 * @param changed names of the servers to mark as new or changed
 */
export const serverLines = (servers: readonly ProjectMcpServer[], changed: ReadonlySet<string>): string => {
  const lines = servers.map((server) => {
    const definition = server.hash === undefined ? `not usable: ${server.reason}` : JSON.stringify(server.settings);
    return `    ${escapeLine(`${server.name}${changed.has(server.name) ? " (new or changed)" : ""}: ${definition}`)}\n`;
  });
  return `  MCP servers: .mcp.json\n${lines.join("")}`;
};
