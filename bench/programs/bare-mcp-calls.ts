// Calls a tool of an MCP server over its pipes alone, and prints the microseconds of one call. Arguments: the server's
// program, its number of tools, the number of calls.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [, , server = "", tools = "1", calls = "1"] = process.argv;

const child = spawn(process.execPath, [server, tools], { stdio: ["pipe", "pipe", "inherit"] });
const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
const request = async (id: number, method: string, params: object): Promise<unknown> => {
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  const { value } = await lines.next();
  return JSON.parse(String(value));
};
await request(0, "initialize", { protocolVersion: "2025-06-18" });
const started = performance.now();
for (let id = 1; id <= Number(calls); id += 1) await request(id, "tools/call", { name: "list_records_0", arguments: { filter: "a" } });
console.log(JSON.stringify({ callUs: ((performance.now() - started) * 1000) / Number(calls) }));
child.stdin.end();
