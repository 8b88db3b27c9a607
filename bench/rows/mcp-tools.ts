import { medianOf } from "../measure/median.ts";
import { program } from "../measure/prepared-programs.ts";
import { rotate } from "../measure/rotate.ts";
import { runProgram } from "../measure/run-program.ts";
import { temporaryFolder } from "../measure/temporary-folder.ts";
import type { Row } from "./row.ts";

const TOOLS = 200;
const CALLS = 300;
const CHARACTERS_PER_TOKEN = 4;

interface Calls {
  readonly callUs: number;
  /** Characters in each request that are about the tools, and those of a request that lists all tools. */
  readonly sent: number;
  readonly listed: number;
}

/** The tools of an MCP server with 200 tools: their share of each request, and the time of a call. */
export const mcpTools: Row = async ({ times }) => {
  await using folder = await temporaryFolder();
  const run = async (name: string): Promise<Calls> =>
    JSON.parse((await runProgram([program(name), program("mcp-server"), String(TOOLS), String(CALLS), folder.path])).stdout) as Calls;
  const found = await rotate(times, { ours: () => run("mcp-calls"), bare: () => run("bare-mcp-calls") });
  return [
    {
      what: `tokens for ${TOOLS} MCP tools in each request: found by search, beside listed`,
      unit: "tokens",
      ours: medianOf(found.ours, ({ sent }) => sent / CHARACTERS_PER_TOKEN),
      bare: medianOf(found.ours, ({ listed }) => listed / CHARACTERS_PER_TOKEN),
      target: { of: "ratio", atMost: 0.03 },
    },
    {
      what: "a call of an MCP tool with its turn, beside the server's pipes alone",
      unit: "us",
      ours: medianOf(found.ours, ({ callUs }) => callUs),
      bare: medianOf(found.bare, ({ callUs }) => callUs),
      target: { of: "ours", atMost: 2000 },
    },
  ];
};
