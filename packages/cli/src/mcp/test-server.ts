import { errorLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode } from "../process/index.ts";
import { mcpServerRows } from "../configuration/index.ts";
import { findRow, onlyName } from "./find-server.ts";
import type { McpAction } from "./request.ts";
import { indentedLine, serverObject } from "./server-summary.ts";
import { manifestLines } from "./show.ts";
import { withServers } from "./with-servers.ts";

/** `cox mcp test NAME`: starts a server, lists what it offers, and ends it. */
export const test: McpAction = ({ configuration, values, rest, context }) => {
  const { stdout, stderr } = context;
  return withServers(configuration, context, async (servers, signal): Promise<ExitCode> => {
    const name = onlyName(rest, "test");
    const row = findRow(name, configuration, servers);
    const server = servers?.find(name);
    if (server === undefined) {
      stderr.message(`the MCP server ${name} is not used: ${row.reason ?? row.state}`);
      return EXIT.failed;
    }
    const begun = performance.now();
    const failure = await server.start(signal).then(
      () => undefined,
      (error: unknown) => error,
    );
    signal.throwIfAborted();
    const ms = Math.round(performance.now() - begun);
    const after = mcpServerRows(configuration, servers).find((one) => one.name === name) ?? row;
    if (values.json === true) stdout.write(jsonLine({ ...serverObject(after), start_ms: ms }));
    else if (failure === undefined && after.manifest !== undefined) {
      const lines = [`${name}: started in ${ms} ms`, ...manifestLines(after.manifest)];
      for (const line of lines) stdout.write(indentedLine(line));
    }
    if (failure === undefined) return EXIT.done;
    stderr.message(errorLine(failure));
    return EXIT.failed;
  });
};
