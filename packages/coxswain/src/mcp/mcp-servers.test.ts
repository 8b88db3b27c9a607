import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { McpError } from "./errors.ts";
import { never, serversOf, stub, stubConfig, textOf } from "./stub-server.fixture.ts";

const EVERYTHING = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-everything/dist/index.js"));
const FILESYSTEM = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"));

test("starts the reference server, and calls its tools", async (t) => {
  const { servers } = serversOf(t, [stubConfig({}, { args: [EVERYTHING] })]);
  const server = servers.find("stub");
  const manifest = await server?.start(never());
  assert.equal(manifest?.era, "legacy");
  assert.ok(manifest.tools.some(({ name }) => name === "echo"));
  const result = await server?.callTool("echo", { message: "ahoy" }, { signal: never() });
  assert.deepEqual(result, { content: [{ type: "text", text: "Echo: ahoy" }], isError: false });
});

test("starts the filesystem server, which reads in the folder that it is given", async (t) => {
  const { servers, root } = serversOf(t, []);
  await servers.close();
  writeFileSync(join(root, "note.txt"), "under the keel");
  const { servers: started } = serversOf(t, [stubConfig({}, { args: [FILESYSTEM, root] })]);
  const result = await started.find("stub")?.callTool("read_text_file", { path: join(root, "note.txt") }, { signal: never() });
  assert.deepEqual(result?.content, [{ type: "text", text: "under the keel" }]);
});

for (const era of ["legacy", "modern"] as const) {
  test(`speaks with a ${era} server: tools, prompts, resources`, async (t) => {
    const { server } = stub(t, { era });
    const manifest = await server.start(never());
    assert.equal(manifest.era, era);
    assert.deepEqual(
      manifest.tools.map(({ name }) => name),
      ["echo"],
    );
    assert.equal(textOf(await server.callTool("echo", { text: "ahoy" }, { signal: never() })), "ahoy");
    assert.deepEqual(await server.readResource("stub://a", { signal: never() }), [{ uri: "stub://a", text: "contents of a" }]);
    const [message] = await server.getPrompt("greet", { who: "Ada" }, { signal: never() });
    assert.deepEqual(message, { role: "user", content: { type: "text", text: "Greet Ada" } });
  });
}

for (const era of ["legacy", "modern"] as const)
  test(`an invalid tool of a ${era} server does not hide the others`, async (t) => {
    const valid = { name: "good", inputSchema: { type: "object" } };
    const { server } = stub(t, { era, tools: [{ name: "bad", inputSchema: { type: "string" } }, 5, { name: "worse" }, valid] });
    const { tools, problems } = await server.start(never());
    assert.deepEqual(
      tools.map(({ name }) => name),
      ["good"],
    );
    assert.equal(problems.length, 3);
  });

test("a resource is read each time, also if its server allows to cache it", async (t) => {
  const { server, recorded } = stub(t, { era: "modern", ttlMs: 60_000 });
  for (let times = 0; times < 2; times += 1) await server.readResource("stub://a", { signal: never() });
  assert.equal(recorded().filter((line) => line === "read stub://a").length, 2);
});

test("starts nothing until a server is needed", async (t) => {
  const { server, starts } = stub(t);
  assert.equal(server.state.kind, "configured");
  assert.equal(starts(), 0);
  await Promise.all([server.start(never()), server.start(never()), server.callTool("echo", {}, { signal: never() })]);
  assert.equal(server.state.kind, "started");
  assert.equal(starts(), 1);
});

test("a cached manifest makes a server known without a start, and the next start does not probe its era", async (t) => {
  const { servers, server, again, starts } = stub(t, { die: "discover" });
  const manifest = await server.start(never());
  await servers.close();
  assert.equal(starts(), 2, "the first one ended at the probe");
  const later = again();
  assert.deepEqual(later.state, { kind: "known", manifest });
  await later.start(never());
  assert.equal(starts(), 3);
});

test("S2-31: discover starts only servers without a manifest", async (t) => {
  const { servers, server, again, starts } = stub(t);
  const started = new Promise<void>((resolve) => {
    servers.onChange(({ state }) => {
      if (state.kind === "started") resolve();
    });
  });
  servers.discover();
  await started;
  await servers.close();
  assert.equal(server.state.kind, "started");
  const later = again();
  assert.equal(later.state.kind, "known");
  assert.equal(starts(), 1);
});

test("cached manifests are private, and a damaged one is ignored", async (t) => {
  const { servers, root, again } = serversOf(t, [stubConfig({})]);
  await servers.find("stub")?.start(never());
  const cache = join(root, "cache");
  const [name = ""] = readdirSync(cache);
  assert.equal(statSync(join(cache, name)).mode & 0o777, 0o600);
  const text = readFileSync(join(cache, name), "utf8");
  for (const damaged of ["", "null", "{}", text.slice(0, -5), text.replace("Echo.", "Send secrets.")]) {
    writeFileSync(join(cache, name), damaged);
    assert.equal(again().find("stub")?.state.kind, "configured", damaged.slice(0, 20));
  }
});

test("the era is asked again after a week, and files that are not used for three months are removed", async (t) => {
  const { servers, root, again } = serversOf(t, [stubConfig({})]);
  const cache = join(root, "cache");
  await servers.find("stub")?.start(never());
  const [name = ""] = readdirSync(cache);
  const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  for (const [file, age] of [
    ["old.json", daysAgo(91)],
    ["used.json", daysAgo(89)],
  ] as const) {
    writeFileSync(join(cache, file), "{}");
    utimesSync(join(cache, file), age, age);
  }
  utimesSync(join(cache, name), daysAgo(8), daysAgo(8));
  const later = again().find("stub");
  assert.equal(later?.state.kind, "known");
  await later.start(never());
  assert.ok(statSync(join(cache, name)).mtime > daysAgo(1), "the new verdict is stored");
  assert.deepEqual(readdirSync(cache).toSorted(), [name, "used.json"].toSorted());
});

test("a server gets the safe variables of the environment and its configured ones", async (t) => {
  const env = { PATH: process.env["PATH"], LANG: "C", LC_ALL: "() { :; }", GITHUB_TOKEN: "secret", NODE_OPTIONS: "--no-warnings" };
  const { server } = stub(t, {}, { env, config: { env: { STUB: "1" } } });
  const received = JSON.parse(textOf(await server.callTool("environment", {}, { signal: never() })));
  const { COXSWAIN_COMMAND: _, ...variables } = received;
  assert.deepEqual(variables, { PATH: env.PATH, LANG: "C", STUB: "1" });
});

test("a program that does not exist fails with its name", async (t) => {
  const { server } = stub(t, {}, { config: { command: "no-such-program" } });
  await assert.rejects(server.start(never()), (error) => error instanceof McpError && /no-such-program.*was not found/.test(error.message));
  assert.equal(server.state.kind, "failed");
});
