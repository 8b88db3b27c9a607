import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { MCP_SEARCH, standardSchema, type ToolResult } from "../loop/index.ts";
import { toolbox } from "../tools/tool-context.fixture.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { deferredTools } from "./deferred-tools.ts";
import { manualTimers, stub } from "./stub-server.fixture.ts";
import type { McpServers } from "./types.ts";

/** Returns the search for the tools of these servers. */
const searchOf = async (t: TestContext, servers: McpServers) => {
  const { calling } = await toolbox(t);
  const search = deferredTools(servers).find(({ name }) => name === MCP_SEARCH);
  if (search === undefined) throw new Error("no search");
  const inputSchema = standardSchema(async (value) => ({ value }), { type: "object" });
  const call = calling(() => ({ ...search, inputSchema }));
  return (query: string): Promise<ToolResult & { readonly text: string }> => call({ query });
};

const withTools = (t: TestContext, tools: readonly unknown[]): McpServers => {
  const toolsFile = join(temporaryFolder(t), "tools.json");
  writeFileSync(toolsFile, JSON.stringify(tools));
  return stub(t, { toolsFile }).servers;
};

test("a search starts a server that has failed only if it names the server", async (t) => {
  const { timers, advance } = manualTimers();
  const { servers, starts } = stub(t, { die: "list" }, { timers });
  const search = await searchOf(t, servers);
  assert.match((await search("files")).text, /The tools of stub are not known: it ended with exit code 6/);
  assert.match((await search("files")).text, /exit code 6/);
  assert.equal(starts(), 1);
  const named = search("stub");
  while (servers.servers[0]?.state.kind !== "starting") await new Promise(setImmediate);
  advance(1000);
  await named;
  assert.equal(starts(), 2);
});

test("S2-29: a result has at most 20,000 characters of schemas, but always that of the best match", async (t) => {
  const large = (at: number, bytes: number) => ({ name: `read_${at}`, inputSchema: { enum: ["x".repeat(bytes)] } });
  const search = await searchOf(t, withTools(t, [large(1, 9000), large(2, 9000), large(3, 9000)]));
  const { text } = await search("read");
  assert.deepEqual(text.match(/^## .*/gm), ["## stub/read_1", "## stub/read_2"]);
  assert.match(text, /Other matches, without their schemas: stub\/read_3$/);
  const other = await searchOf(t, withTools(t, [large(1, 30_000), large(2, 100)]));
  assert.deepEqual((await other("read")).text.match(/^## .*/gm), ["## stub/read_1"]);
});

test("a result names at most 40 further tools, and counts the others", async (t) => {
  const search = await searchOf(
    t,
    withTools(
      t,
      Array.from({ length: 60 }, (_, at) => ({ name: `read_${at}`, inputSchema: {} })),
    ),
  );
  const { text } = await search("read");
  assert.equal(text.match(/^## /gm)?.length, 5);
  assert.equal(text.match(/stub\/read_\d+(?=,| and 15 more$)/gm)?.length, 40);
});
