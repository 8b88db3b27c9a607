import { cpus } from "node:os";
import type { Line } from "./measure/line.ts";
import { preparePrograms } from "./measure/prepared-programs.ts";
import { table } from "./measure/table.ts";
import { commands } from "./rows/commands.ts";
import { deltas } from "./rows/deltas.ts";
import { firstRequest } from "./rows/first-request.ts";
import { ownDeltas } from "./rows/own-deltas.ts";
import { libraryImport } from "./rows/library-import.ts";
import { listing } from "./rows/listing.ts";
import { longSessions } from "./rows/long-sessions.ts";
import { mcpStart } from "./rows/mcp-start.ts";
import { mcpTools } from "./rows/mcp-tools.ts";
import { requests } from "./rows/requests.ts";
import type { Row } from "./rows/row.ts";
import { screen } from "./rows/screen.ts";
import { screenStart } from "./rows/screen-start.ts";
import { scans } from "./rows/scans.ts";
import { scriptedTurns } from "./rows/scripted-turns.ts";
import { sessions } from "./rows/sessions.ts";
import { shellCalls } from "./rows/shell-calls.ts";
import { turns } from "./rows/turns.ts";
import { version } from "./rows/version.ts";

/*
 * Prints a Markdown table of the figures that must stay low: ours, those of the least code that does the same job,
 * measured side by side, and the target. Each program runs in a separate process against the built packages. Times are
 * medians. `--quick` measures each figure twice instead of seven times. Further arguments select rows.
 */
const ROWS: Readonly<Record<string, Row>> = {
  version,
  libraryImport,
  firstRequest,
  scriptedTurns,
  turns,
  deltas,
  ownDeltas,
  sessions,
  longSessions,
  requests,
  listing,
  commands,
  scans,
  shellCalls,
  mcpStart,
  mcpTools,
  screenStart,
  screen,
};

const named = process.argv.slice(2).filter((argument) => argument !== "--quick");
const times = process.argv.includes("--quick") ? 2 : 5;
const unknown = named.find((name) => ROWS[name] === undefined);

if (unknown !== undefined) {
  console.error(`Unknown row: ${unknown}. Rows: ${Object.keys(ROWS).join(", ")}.`);
  process.exitCode = 1;
} else {
  preparePrograms();
  const lines: Line[] = [];
  for (const [name, row] of Object.entries(ROWS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    lines.push(...(await row({ times })));
  }
  console.log(`Node ${process.versions.node}, ${process.platform}, ${cpus().length} x ${cpus()[0]?.model ?? "unknown processor"}\n`);
  console.log(table(lines));
}
