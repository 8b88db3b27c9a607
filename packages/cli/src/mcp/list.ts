import { existsSync } from "node:fs";
import { join } from "node:path";
import type { McpServers } from "coxswain/mcp";
import { UsageError } from "../argv/index.ts";
import { mcpServerRows, untrustedResources } from "../configuration/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT } from "../process/index.ts";
import type { McpAction } from "./request.ts";
import { serverCells, serverObject } from "./server-summary.ts";
import { withServers } from "./with-servers.ts";

/** `cox mcp list`: the state of each server. With `--check` all are started first, and exit code 1 means that one failed. */
export const list: McpAction = ({ configuration, values, rest, context }) => {
  if (rest[0] !== undefined) throw new UsageError(`unexpected argument: ${rest[0]}`);
  const { stdout, stderr, cwd } = context;
  return withServers(configuration, context, async (servers, signal) => {
    if (values.check === true) await startAll(servers, signal);
    const rows = mcpServerRows(configuration, servers);
    if (values.json === true) for (const row of rows) stdout.write(jsonLine(serverObject(row)));
    else stdout.write(columns(rows.map(serverCells)));
    for (const warning of configuration.mcp.warnings) stderr.write(`${escapeLine(warning)}\n`);
    const unread = untrustedResources(configuration, cwd);
    if (unread !== undefined) stderr.write(`${escapeLine(unread)}\n`);
    if (rows.length === 0) {
      stderr.write("No MCP servers. Add one: cox mcp add NAME -- COMMAND, or cox mcp add NAME URL\n");
      for (const file of EDITOR_FILES)
        if (existsSync(join(configuration.project.folder, file)))
          stderr.write(`Found servers of an editor. To use them, copy ${file} to .mcp.json, or add --mcp-config ${file}\n`);
    }
    return values.check === true && rows.some(({ state }) => state === "failed") ? EXIT.failed : EXIT.done;
  });
};

/** Files of Cursor and VS Code in a project, which cox does not read. */
const EDITOR_FILES = [join(".cursor", "mcp.json"), join(".vscode", "mcp.json")];

/** Failures are states of the servers. @throws the reason of the signal */
const startAll = async (servers: McpServers | undefined, signal: AbortSignal): Promise<void> => {
  await Promise.allSettled((servers?.servers ?? []).map((server) => server.start(signal)));
  signal.throwIfAborted();
};
