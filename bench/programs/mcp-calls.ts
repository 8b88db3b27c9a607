// Calls a tool of an MCP server from a session, and prints the microseconds of one call and the characters of all tools
// in each request. Arguments: the server's program, its number of tools, the number of calls, a folder.
import { allowAll, createRuntime, fixedModels, scriptedModel } from "coxswain";
import { mcpServers } from "coxswain/mcp";

const [, , server = "", tools = "1", calls = "1", folder = ""] = process.argv;

const config = { kind: "command", name: "records", origin: "option", command: process.execPath, args: [server, tools], env: {} } as const;
const servers = mcpServers({ configs: [config], cwd: folder, env: process.env, cache: folder });
const manifest = await servers.servers[0]?.start(AbortSignal.timeout(10_000));
if (manifest?.tools.length !== Number(tools)) throw new Error(`${manifest?.tools.length} tools`);

// Each call has another result: a run of equal ones would end.
const input = (turn: number) => ({ tool: "records/list_records_0", arguments: { filter: String(turn) } });
const model = scriptedModel((_, turn) => (turn < Number(calls) ? { calls: [{ name: "call_tool", input: input(turn) }] } : "Done."));
const runtime = createRuntime({ models: fixedModels(model), policy: allowAll(), mcp: servers });
const session = await runtime.create({ model: model.info.reference, cwd: folder });
const started = performance.now();
const outcome = await session.prompt("Go.").outcome;
const callUs = ((performance.now() - started) * 1000) / Number(calls);
if (outcome.kind !== "done" || model.requests.length !== Number(calls) + 1) throw new Error(JSON.stringify(outcome));
const [request] = model.requests;
const sent = JSON.stringify(request?.tools).length + (request?.system.at(-1)?.length ?? 0);
const listed = JSON.stringify(manifest.tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))).length;
console.log(JSON.stringify({ callUs, sent, listed }));
await runtime.close();
await servers.close();
