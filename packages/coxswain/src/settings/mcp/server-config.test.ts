import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { McpServerSettings } from "../settings.ts";
import { serverConfig } from "./server-config.ts";

const resolve = (settings: McpServerSettings, env: Readonly<Record<string, string>> = {}, folder = "/project") =>
  serverConfig("one", settings, { origin: "user", folder, env });

const config = (...args: Parameters<typeof resolve>) => {
  const result = resolve(...args);
  return "config" in result ? result.config : assert.fail(result.reason);
};

const reason = (...args: Parameters<typeof resolve>): string => {
  const result = resolve(...args);
  return "reason" in result ? result.reason : assert.fail("it can be used");
};

test("a command has its arguments, its variables and its folder, with variables expanded in each", () => {
  const settings = { command: "${BIN}/server", args: ["--key=${KEY}", ""], env: { TOKEN: "${KEY}", PORT: "1" }, cwd: "sub/${DIR:-x}" };
  assert.deepEqual(config(settings, { BIN: "/bin", KEY: "k" }), {
    name: "one",
    origin: "user",
    kind: "command",
    command: "/bin/server",
    args: ["--key=k", ""],
    env: { TOKEN: "k", PORT: "1" },
    cwd: "/project/sub/x",
  });
});

test("a URL has its headers, with variables expanded in both", () => {
  const settings = { type: "http" as const, url: "https://${HOST}/mcp", headers: { Authorization: "Bearer ${KEY}" } };
  assert.deepEqual(config(settings, { HOST: "example.org", KEY: "k" }), {
    name: "one",
    origin: "user",
    kind: "url",
    url: "https://example.org/mcp",
    headers: { Authorization: "Bearer k" },
  });
});

test("other programs' names of a URL and of its transport mean the same", () => {
  for (const settings of [
    { serverUrl: "https://a.b/mcp" },
    { httpUrl: "https://a.b/mcp" },
    { type: "streamable-http" as const, url: "https://a.b/mcp" },
  ])
    assert.deepEqual(config(settings), { name: "one", origin: "user", kind: "url", url: "https://a.b/mcp", headers: {} });
});

test("a registered OAuth client is read in Claude Code's form and in Cursor's", () => {
  const url = "https://a.b/mcp";
  const oauth = { clientId: "id", clientSecret: "s", scopes: ["read"] };
  const more = { clientMetadataUrl: "https://a.b/client.json", grant: "client_credentials" as const };
  const whole = config({ url, oauth: { ...oauth, ...more, clientSecret: "${SECRET}", callbackPort: 8080 } }, { SECRET: "s" });
  assert.deepEqual(whole.kind === "url" ? whole.oauth : undefined, { ...oauth, ...more, port: 8080 });
  const both = config({ url, oauth: { clientId: "own" }, auth: { CLIENT_ID: "other" } });
  assert.deepEqual(both.kind === "url" ? both.oauth : undefined, { clientId: "own" });
  const cursor = config({ url, auth: { CLIENT_ID: "id", CLIENT_SECRET: "s", scopes: ["read"] } });
  assert.deepEqual(cursor.kind === "url" ? cursor.oauth : undefined, oauth);
});

test("a client's private key is read from the path that variables make", () => {
  const oauth = { clientId: "id", grant: "client_credentials" as const, privateKeyFile: "/keys/${KEY}.pem" };
  const read = config({ url: "https://a.b/mcp", oauth }, { KEY: "mine" });
  assert.deepEqual(read.kind === "url" ? read.oauth : undefined, { ...oauth, privateKeyFile: "/keys/mine.pem" });
});

test("a timeout is in milliseconds, and a small one in seconds", () => {
  const { callTimeout, totalTimeout, startTimeout } = config({ command: "x", timeout: 30_000, totalTimeout: 600, startTimeout: 20 });
  assert.deepEqual([callTimeout, totalTimeout, startTimeout], [30_000, 600_000, 20_000]);
});

test("a timeout of 1000 is in milliseconds", () => {
  assert.equal(config({ command: "x", timeout: 1000 }).callTimeout, 1000);
});

test("variables that are not set are named, without any value", () => {
  const settings = { command: "x", args: ["${A}"], env: { K: "${B}", SET: "${C}" } };
  assert.equal(reason(settings, { C: "secret-value" }), "A, B are not set: set them, or write a default as in ${A:-value}");
  assert.equal(reason({ url: "https://${A}/${C}" }, { C: "secret-value" }), "A is not set: set it, or write a default as in ${A:-value}");
});

test("an input of VS Code is reported with what to write instead", () => {
  const settings = { command: "x", env: { K: "${input:key}" } };
  assert.equal(reason(settings), "only an editor can fill in ${input:key}: use a variable of the environment instead, as in ${TOKEN}");
});

test("a server is either a command or a URL", () => {
  assert.match(reason({}), /neither a "command" nor a "url": add one/);
  assert.match(reason({ command: "x", url: "https://a.b" }), /both a "command" and a "url": remove one/);
  assert.match(reason({ type: "http", command: "x" }), /"http" needs a "url"/);
  assert.match(reason({ type: "stdio", url: "https://a.b" }), /"stdio" needs a "command"/);
  assert.match(reason({ command: " " }), /"command" is empty: name a program/);
});

test("a command with its arguments in one string is reported, unless it is the path of a program", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cox mcp "));
  t.after(() => rmSync(folder, { recursive: true }));
  const program = join(folder, "a server");
  writeFileSync(program, "");
  assert.match(reason({ command: "npx -y pkg" }), /"command" has arguments: write the program alone/);
  assert.equal(config({ command: program }).kind, "command");
  assert.equal(config({ command: "a server" }, {}, folder).kind, "command");
});

test("a server of the old SSE transport is reached over it", () => {
  const result = config({ type: "sse", url: "https://a.b/sse" });
  assert.equal(result.kind === "url" && result.transport, "sse");
  assert.match(reason({ type: "sse", command: "x" }), /"sse" needs a "url"/);
});

test("a URL or header that cannot be sent is reported without its value", () => {
  for (const url of ["ftp://secret@x/", "secret", "file:///secret", "${K}"])
    assert.equal(reason({ url }, { K: "secret" }), 'its "url" is not an http or https URL');
  assert.equal(
    reason({ url: "https://a.b", headers: { "X-Key": "${K}" } }, { K: "secret\r\nInjected: 1" }),
    "its header X-Key is not one line of ASCII characters",
  );
});

test("paths may begin in the home folder", () => {
  const result = config({ command: "~/bin/x", cwd: "~/work" });
  assert.equal(result.kind === "command" ? result.command : "", join(homedir(), "bin/x"));
  assert.equal(result.kind === "command" ? result.cwd : "", join(homedir(), "work"));
});

test("a file of variables adds to those of the server, which override it", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "cox-mcp-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, ".env"), 'A=file\nB="two words"\n');
  const result = config({ command: "x", envFile: "${workspaceFolder}/.env", env: { A: "own" } }, {}, folder);
  assert.deepEqual(result.kind === "command" ? result.env : {}, { A: "own", B: "two words" });
  assert.match(reason({ command: "x", envFile: "none" }, {}, folder), /cannot read its "envFile": ENOENT/);
});
