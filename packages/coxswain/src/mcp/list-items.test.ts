import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { never, serversOf, stub, stubConfig } from "./stub-server.fixture.ts";

test("lists all pages", async (t) => {
  const { tools, problems } = await stub(t, { pages: 64 }).server.start(never());
  assert.deepEqual([tools.length, problems], [64, []]);
});

test("a list without end is truncated after its 64th page, and reported", async (t) => {
  const { tools, problems } = await stub(t, { pages: 1_000_000 }).server.start(never());
  assert.equal(tools.length, 64);
  assert.deepEqual(problems, ["Used the beginning of the list of tools: it has more than 64 pages."]);
});

test("a page that names itself as the next one is the last", async (t) => {
  const { server, recorded } = stub(t, { pages: "same" });
  assert.equal((await server.start(never())).tools.length, 1);
  assert.equal(recorded().filter((line) => line === "listed tools").length, 2);
});

const problemsOf = async (t: Parameters<typeof serversOf>[0], tools: readonly unknown[]): Promise<readonly string[]> => {
  const { root } = serversOf(t, []);
  const toolsFile = join(root, "tools.json");
  writeFileSync(toolsFile, JSON.stringify(tools));
  const { servers } = serversOf(t, [stubConfig({ toolsFile })]);
  return (await servers.find("stub")?.start(never()))?.problems ?? [];
};

test("a list of more than 5 MB is used to that size, and reported", async (t) => {
  const tools = Array.from({ length: 60 }, (_, at) => ({ name: `t${at}`, inputSchema: {}, _meta: { text: "x".repeat(100_000) } }));
  assert.deepEqual(await problemsOf(t, tools), ["Used the beginning of the list of tools: it has more than 5000000 characters."]);
});

test("a page may have any number of items", async (t) => {
  const problems = await problemsOf(t, Array<number>(200_000).fill(0));
  assert.equal(problems.at(-1), "981 more problems.");
});
