import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { mcpToolName, type Tool } from "../loop/index.ts";
import { httpStub } from "./http-server.fixture.ts";
import { McpOffer } from "./offer.ts";
import { never, serversOf, stub, textOf } from "./stub-server.fixture.ts";
import type { McpServers } from "./types.ts";

const offerOf = (servers: McpServers): McpOffer =>
  new McpOffer(servers, { read: async () => ({ problem: "not read" }), workspace: {}, validator: async () => () => undefined });

const run = (id: string) => ({ id, contextWindow: undefined, deferred: [] });

const namesIn = (tools: readonly Tool[]): readonly string[] => tools.map(({ name }) => name);

test("S2-29: the list of a run stays the same while tools change, and the next run has the new ones", async (t) => {
  const { servers, server } = stub(t);
  await server.start(never());
  const offer = offerOf(servers);
  offer.begin(run("1"));
  const { listed } = offer;
  assert.deepEqual(namesIn(listed), ["mcp__stub__echo"]);
  const changed = new Promise<void>((resolve) => {
    servers.onChange(({ manifest }) => {
      if (manifest?.tools[0]?.name === "changed") resolve();
    });
  });
  assert.equal(textOf(await server.callTool("change", {}, { signal: never() })), "changed");
  await changed;
  offer.begin(run("1"));
  assert.equal(offer.listed, listed);
  offer.begin(run("2"));
  const next = offer.listed;
  assert.deepEqual(namesIn(next), ["mcp__stub__changed"]);
  offer.begin(run("3"));
  assert.equal(offer.listed, next);
});

/** Returns the only tool of a server that has started. */
const toolOf = async (servers: McpServers, tool: string): Promise<Tool> => {
  const [server] = servers.servers;
  await server?.start(never());
  const found = offerOf(servers).find(mcpToolName(server?.name ?? "", tool));
  assert.ok(found);
  return found;
};

test("S2-32: characters of a tool's name that have a meaning in rules are encoded in its permission request", async (t) => {
  const { servers } = stub(t, { tools: [{ name: "read*(a/b)é", inputSchema: {} }] });
  const tool = await toolOf(servers, "read*(a/b)é");
  const context = {} as Parameters<NonNullable<Tool["permissionRequests"]>>[1];
  const [request] = (await tool.permissionRequests?.({}, context)) ?? [];
  assert.equal(request?.subject, "stub/read%2a%28a%2fb%29%c3%a9");
});

const changesFiles = async (t: TestContext): Promise<readonly (boolean | undefined)[]> => {
  const { config } = await httpStub(t);
  const tools = await Promise.all([toolOf(stub(t).servers, "echo"), toolOf(serversOf(t, [config]).servers, "echo")]);
  return tools.map((tool) => tool.changesFiles);
};

test("calls of a program may change files, and calls of a URL cannot", async (t) => {
  assert.deepEqual(await changesFiles(t), [true, false]);
});
