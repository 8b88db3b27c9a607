import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { textAnswer } from "../measure/anthropic-wire.ts";
import { COX, withKey } from "../measure/cox.ts";
import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { providerServer } from "../measure/provider-server.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

/** A program that reads nothing and answers nothing. */
const SILENT = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1e6)"] };

/** From the start of `cox -p` to its first request, with three MCP servers, of which one hangs, beside none. */
export const mcpStart: Row = async ({ times }) => {
  await using bare = await temporaryFolder();
  await using home = await temporaryFolder();
  await using server = await providerServer(() => textAnswer(["Ahoy", "."]));
  const records = { command: process.execPath, args: [program("mcp-server"), "40"] };
  await writeFile(join(home.path, "settings.json"), JSON.stringify({ mcpServers: { records, others: records, silent: SILENT } }));

  const requestMs = async (folder: string): Promise<number> => {
    server.forget();
    const started = performance.now();
    await runProgram([COX, "-p", "Go.", "--cwd", bare.path], withKey(server.url, folder));
    return (server.exchanges[0]?.arrived ?? Number.NaN) - started;
  };

  const found = await rotate(times * 2, { ours: () => requestMs(home.path), bare: () => requestMs(bare.path) });
  return [
    {
      what: "start of `cox` to its first request with three MCP servers, of which one hangs, beside none",
      unit: "ms",
      ours: medianOf(found.ours, (ms) => ms),
      bare: medianOf(found.bare, (ms) => ms),
      target: { of: "ratio", atMost: 1.1 },
    },
  ];
};
