import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { type CoxScene, jsonLines, openCox } from "./cox-scene.ts";

const STUB = join(import.meta.dirname, "..", "..", "packages", "coxswain", "src", "mcp", "stub-server.child.ts");

/** Configures a server `echo` of the user, which notes its starts in a file. */
const setStub = async (cox: CoxScene, behaviour: object = {}) => {
  const record = join(cox.home, "record");
  await cox.set({
    mcpServers: { echo: { command: process.execPath, args: [STUB, JSON.stringify({ record, ...behaviour })] } },
  });
  return { starts: async () => (existsSync(record) ? (await readFile(record, "utf8")).match(/^started/gm) : null)?.length ?? 0 };
};

/** Number of messages in a request. */
const sizeOf = (body: { readonly [name: string]: unknown }): number => (body["messages"] as readonly unknown[]).length;

const toolsOf = (cox: CoxScene): readonly string[] =>
  ((cox.server.requests.at(-1)?.body["tools"] ?? []) as readonly { readonly name: string }[]).map(({ name }) => name);

test("the model calls a tool of a configured server, as far as a rule allows it", async () => {
  await using cox = await openCox(({ body }) =>
    sizeOf(body) === 1 ? { calls: [{ name: "mcp__echo__echo", input: { text: "hello there" } }] } : "Done.",
  );
  await setStub(cox);
  await cox.run(["mcp", "test", "echo"]);
  const denied = await cox.run(["-p", "go"]);
  assert.match(denied.stderr, /mcp\(echo\/echo/);
  const { code, stderr } = await cox.run(["-p", "--allow", "mcp(echo)", "go"]);
  assert.equal(code, 0, stderr);
  assert.ok(toolsOf(cox).includes("mcp__echo__echo"));
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body["messages"]), /hello there/);
  assert.equal((await cox.run(["-p", "--allow", "mcp", "go"])).code, 0);
});

test("a start with a cached list of tools starts no server", async () => {
  await using cox = await openCox(() => "Done.");
  const { starts } = await setStub(cox);
  await cox.run(["mcp", "test", "echo"]);
  const before = await starts();
  assert.equal((await cox.run(["-p", "go"])).code, 0);
  assert.ok(toolsOf(cox).includes("mcp__echo__echo"));
  assert.equal(await starts(), before);
});

test("stream-json lists the known tools and prompts of servers in its first line", async () => {
  await using cox = await openCox(() => "Done.");
  await setStub(cox);
  await cox.run(["mcp", "test", "echo"]);
  const { stdout } = await cox.run(["-p", "--output-format", "stream-json", "go"]);
  const [init] = jsonLines(stdout) as readonly { readonly tools: readonly string[]; readonly slash_commands: readonly string[] }[];
  assert.deepEqual(
    init?.tools.filter((name) => name.startsWith("mcp_")),
    ["mcp__echo__echo"],
  );
  assert.ok(init?.slash_commands.includes("echo:greet"));
});

test("stream-json lists the servers with their states in its first line", async () => {
  await using cox = await openCox(() => "Done.");
  await cox.set({
    mcpServers: {
      off: { command: "x", disabled: true },
      bad: { command: "${NOT_SET}" },
      fine: { command: process.execPath, args: [STUB] },
    },
  });
  const { stdout, stderr } = await cox.run(["-p", "--output-format", "stream-json", "go"]);
  const [init] = jsonLines(stdout) as readonly { readonly mcp_servers: unknown }[];
  assert.deepEqual(init?.mcp_servers, [
    { name: "fine", status: "pending" },
    { name: "off", status: "disabled" },
    { name: "bad", status: "failed" },
  ]);
  assert.match(stderr, /^cox: MCP server bad: NOT_SET is not set: set it, or write a default/m);
});

test("a server of --mcp-config is used for one task, and its secret is masked in the session", async () => {
  const secret = "secret-0123456789";
  await using cox = await openCox(({ body }) =>
    sizeOf(body) === 1 ? { calls: [{ name: "mcp__other__echo", input: { text: `it is ${secret}` } }] } : "Done.",
  );
  const env = { API_TOKEN: "${THE_TOKEN}" };
  await cox.write("servers.json", JSON.stringify({ servers: { other: { command: process.execPath, args: [STUB], env } } }));
  const options = ["--mcp-config", "servers.json"];
  await cox.run(["mcp", "test", "other", ...options], { env: { THE_TOKEN: secret } });
  const { code, stderr } = await cox.run(["-p", "--allow", "mcp(other)", ...options, "go"], { env: { THE_TOKEN: secret } });
  assert.equal(code, 0, stderr);
  const messages = cox.server.requests.at(-1)?.body["messages"] as readonly unknown[];
  assert.match(JSON.stringify(messages.at(-1)), /it is [^"]*/);
  assert.doesNotMatch(JSON.stringify(messages.at(-1)), new RegExp(secret));
});

test("a prompt of a server is sent in place of its command", async () => {
  await using cox = await openCox(() => "Done.");
  await setStub(cox);
  const { code, stderr } = await cox.run(["-p", "/echo:greet Ada"]);
  assert.equal(code, 0, stderr);
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body["messages"]), /Greet Ada/);
  const unknown = await cox.run(["-p", "/other:greet Ada"]);
  assert.deepEqual([unknown.code, unknown.stderr.split(";")[0]], [2, "cox: unknown command: /other:greet"]);
});

test("cox context counts the tools of servers that are known, and starts none", async () => {
  await using cox = await openCox(() => "Done.");
  const { starts } = await setStub(cox);
  await cox.run(["mcp", "test", "echo"]);
  assert.equal((await cox.run(["-p", "go"])).code, 0);
  const { code, stdout, stderr } = await cox.run(["context", "--json"]);
  assert.equal(code, 0, stderr);
  const [{ items } = { items: [] }] = jsonLines(stdout) as readonly { readonly items: readonly { readonly name: string }[] }[];
  assert.ok(items.some(({ name }) => name === "mcp__echo__echo"));
  assert.equal(await starts(), 1);
});

test("typed words name resources of servers, and piped text does not", async () => {
  await using cox = await openCox(() => "Done.");
  const { starts } = await setStub(cox);
  assert.equal((await cox.run(["-p"], { stdin: "See @echo:stub://a" })).code, 0);
  assert.doesNotMatch(JSON.stringify(cox.server.requests.at(-1)?.body["messages"]), /contents of a/);
  assert.equal((await cox.run(["-p", "See @echo:stub://a"])).code, 0);
  assert.match(JSON.stringify(cox.server.requests.at(-1)?.body["messages"]), /contents of a/);
  assert.ok((await starts()) > 0);
});
