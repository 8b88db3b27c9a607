// Crush's tools and their equivalents in this library.
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { textOf } from "coxswain";
import { history } from "coxswain/session";
import { builtinTools } from "coxswain/tools";
import { openFolder, openSession } from "../scene.ts";

/** Starts a server that plays a web site and Sourcegraph. */
const openWeb = async (t: TestContext): Promise<string> => {
  const server = createServer(({ url = "" }, response) => {
    if (!url.startsWith("/.api/search/stream")) return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Knots</h1>");
    const match = { type: "path", repository: "github.com/a/knots", path: "bowline.ts" };
    return void response.end(`event: matches\ndata: ${JSON.stringify([match])}\n\nevent: done\ndata: {}\n\n`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** For each tool of Crush: the equivalent tool's name, an input and the expected result. */
const calls = (host: string): Readonly<Record<string, readonly [name: string, input: object, answer: RegExp]>> => ({
  write: ["write", { path: "a.ts", content: "one\ntwo\n" }, /^Created a\.ts/],
  view: ["read", { path: "a.ts" }, /^1\tone\n2\ttwo/],
  edit: ["edit", { path: "a.ts", oldText: "one", newText: "1" }, /^Edited a\.ts/],
  multi_edit: [
    "edit",
    {
      path: "a.ts",
      edits: [
        { oldText: "1", newText: "un" },
        { oldText: "two", newText: "deux" },
      ],
    },
    /^Edited a\.ts by 2 edits/,
  ],
  glob: ["glob", { pattern: "*.ts" }, /^a\.ts$/],
  grep: ["grep", { pattern: "deux" }, /^a\.ts\n2:deux$/],
  ls: ["ls", {}, /^a\.ts$/],
  bash: ["bash", { command: "echo hello" }, /hello/],
  fetch: ["fetch", { url: `http://${host}/` }, /# Knots/],
  download: ["download", { url: `http://${host}/`, path: "knots.html" }, /^Saved 14 bytes/],
  sourcegraph: ["sourcegraph", { query: "bowline" }, /^github\.com\/a\/knots bowline\.ts\n/],
  job: ["bash", { command: "sleep 60", background: true }, /j1/],
  job_output: ["job_output", { job: "j1" }, /^Still running/],
  job_kill: ["job_kill", { job: "j1" }, /j1/],
});

test("S2-27: each of Crush's tools has a working equivalent", async (t) => {
  await using folder = await openFolder();
  const host = await openWeb(t);
  const entries = Object.entries(calls(host));
  const tools = builtinTools({ web: { privateHosts: [host] }, sourcegraph: { url: `http://${host}` } });
  const script = [...entries.map(([, [name, input]]) => ({ calls: [{ name, input }] })), "done"];
  await using stage = await openSession({ tools, script, setup: { cwd: folder.path } });
  assert.equal((await stage.session.prompt("Go.").outcome).kind, "done");
  const results = history(stage.session).flatMap(({ message }) => (message.role === "tool" ? [message] : []));
  assert.equal(results.length, entries.length);
  for (const [at, [of, [, , answer]]] of entries.entries()) {
    const result = results[at] ?? assert.fail();
    assert.match(textOf(result), answer, of);
  }
  assert.equal(await readFile(join(folder.path, "knots.html"), "utf8"), "<h1>Knots</h1>");
});
