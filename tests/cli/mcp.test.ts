import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile, stat, watch } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { ACTIVE, type CoxScene, jsonLines, openCox } from "./cox-scene.ts";

const STUB = join(import.meta.dirname, "..", "..", "packages", "coxswain", "src", "mcp", "stub-server.child.ts");

/** The words of a command that is an MCP server with one tool, `echo`. */
const stub = (behaviour: object = {}): readonly [string, ...string[]] => [process.execPath, STUB, JSON.stringify(behaviour)];

const entry = (behaviour: object = {}) => {
  const [command, ...args] = stub(behaviour);
  return { command, args };
};

const listed = async (cox: CoxScene, ...options: readonly string[]) =>
  jsonLines((await cox.run(["mcp", "list", "--json", ...options])).stdout) as readonly Readonly<Record<string, unknown>>[];

test("a server that was added is configured, tested, and known from then on", async () => {
  await using cox = await openCox();
  const added = await cox.run(["mcp", "add", "echo", "--env", "A=1", "--", ...stub()]);
  assert.deepEqual([added.code, added.stderr], [0, `Added echo to ${join(cox.home, "settings.json")}. Try it: cox mcp test echo\n`]);
  assert.deepEqual(await listed(cox), [{ name: "echo", state: "configured", source: join(cox.home, "settings.json") }]);
  const tested = await cox.run(["mcp", "test", "echo"]);
  assert.equal(tested.code, 0, tested.stderr);
  assert.match(tested.stdout, /^echo: started in \d+ ms\n[^]*^1 tool, about \d+ tokens\n {2}echo \(\d+ tokens\): Echo\.\n/m);
  const [row] = await listed(cox);
  assert.deepEqual([row?.["state"], row?.["tools"]], ["known", 1]);
  assert.match(
    (await cox.run(["mcp", "show", "echo"])).stdout,
    /^echo: known\n.*\n {2}command: .*stub-server[^]* {2}env A=…\n[^]* {2}echo \(\d+ tokens\): Echo\.\n/,
  );
  assert.equal((await cox.run(["mcp", "remove", "echo"])).code, 0);
  assert.match((await cox.run(["mcp"])).stderr, /^No MCP servers\. Add one/);
});

test("a server that fails has its reason in the list and in the test, with exit code 1", async () => {
  await using cox = await openCox();
  await cox.set({ mcpServers: { dead: entry({ die: "start" }), fine: entry(), none: { command: "no-such-program-here" } } });
  const { code, stdout } = await cox.run(["mcp", "list", "--check"]);
  assert.equal(code, 1);
  assert.match(
    stdout,
    /^dead {2}failed {3,}\S.*\nfine {2}started {2}1 tool, about \d+ tokens\nnone {2}failed {3,}.*no-such-program-here.*\n$/,
  );
  const tested = await cox.run(["mcp", "test", "dead"]);
  assert.deepEqual([tested.code, tested.stdout], [1, ""]);
  assert.match(tested.stderr, /^cox: MCP server dead: \S.*\n$/);
});

test("Ctrl+C ends the test of a server that hangs, with the server", async () => {
  await using cox = await openCox();
  const record = join(cox.home, "record");
  await cox.set({ mcpServers: { slow: { ...entry({ hang: "initialize", record }), startTimeout: 60_000 } } });
  const changes = watch(cox.home);
  const { child, ended } = cox.start(["mcp", "test", "slow"]);
  for await (const _ of changes) if (existsSync(record) && (await readFile(record, "utf8")).includes("started")) break;
  child.kill("SIGINT");
  assert.equal((await ended).code, 130);
  const pid = Number(/started (\d+)/.exec(await readFile(record, "utf8"))?.[1] ?? assert.fail("no process"));
  assert.throws(() => process.kill(pid, 0), /ESRCH/);
});

test("invalid arguments are one clear line with exit code 2", async () => {
  await using cox = await openCox();
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["add"], /add needs a name, and a URL or a command/],
    [["add", "x"], /add needs a URL or a command: cox mcp add NAME URL, or/],
    [["add", "my server", "--", "x"], /the name of a server must be 1 to 64 letters, digits, `-` and `_`, not "my server"/],
    [["add", "x.command", "--", "x"], /the name of a server must be/],
    [["add", "x", "ftp://a.b"], /a server needs an http or https URL, not ftp:\/\/a\.b/],
    [["add", "x", "https://"], /a server needs an http or https URL/],
    [["add", "x", "https://a.b", "more"], /unexpected argument: more/],
    [["add", "x", "--env", "secret", "--", "x"], /--env needs a name and a value: --env NAME=VALUE$/m],
    [["add", "x", "--header", "A: b", "--", "x"], /--header needs a URL; a command takes --env/],
    [["add", "x", "--env", "A=b", "https://a.b"], /--env needs a command; a URL takes --header/],
    [["show"], /show needs the name of a server/],
    [["test", "nothing"], /unknown MCP server: nothing/],
    [["remove", "nothing"], /unknown MCP server: nothing/],
    [["tset", "x"], /unknown action: tset; did you mean test\?/],
    [["list", "--env", "A=b"], /--env cannot be used with list/],
  ];
  for (const [words, expected] of cases) {
    const { code, stderr } = await cox.run(["mcp", ...words]);
    assert.equal(code, 2, words.join(" "));
    assert.match(stderr, expected);
    assert.equal(stderr.split("\n").length, 2, stderr);
  }
});

test("a name that is taken is not replaced, and one of both files needs its scope", async () => {
  await using cox = await openCox();
  await cox.run(["mcp", "add", "one", "--", "first"]);
  const again = await cox.run(["mcp", "add", "one", "--", "second"]);
  assert.match(again.stderr, /has a server one already\. Remove it first: cox mcp remove one --scope user\n/);
  const hidden = await cox.run(["mcp", "add", "one", "--scope", "project", "--", "second"]);
  assert.match(hidden.stderr, /Your own server one is used in its place: cox mcp remove one --scope user\n/);
  assert.match((await cox.run(["mcp", "remove", "one"])).stderr, /add --scope user or --scope project/);
  assert.equal((await cox.run(["mcp", "remove", "one", "--scope", "user"])).code, 0);
  assert.deepEqual(JSON.parse(await cox.read(".mcp.json")), { mcpServers: { one: { command: "second" } } });
  assert.match((await cox.run(["mcp", "add", "one", "--", "own"])).stderr, /used in place of the project's server one\./);
});

test("a server is added in the words of Claude Code", async () => {
  await using cox = await openCox();
  const words = ["--transport", "sse", "-s", "project", "events", "https://a.b/sse", "-H", "Authorization: Bearer ${TOKEN}"];
  const { code, stderr } = await cox.run(["mcp", "add", ...words]);
  assert.equal(code, 0, stderr);
  await cox.run(["mcp", "add", "-t", "http", "-s", "project", "plain", "https://a.b/mcp"]);
  await cox.run(["mcp", "add", "-t", "stdio", "-s", "project", "files", "-e", "A=b", "--", "npx", "-y", "pkg"]);
  assert.deepEqual(JSON.parse(await cox.read(".mcp.json")), {
    mcpServers: {
      events: { type: "sse", url: "https://a.b/sse", headers: { Authorization: "Bearer ${TOKEN}" } },
      plain: { type: "http", url: "https://a.b/mcp" },
      files: { command: "npx", args: ["-y", "pkg"], env: { A: "b" } },
    },
  });
});

test("a transport that does not fit, and options of a command without --, are reported with what to write", async () => {
  await using cox = await openCox();
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["npx", "-q", "pkg"], /unknown option: -q; a command and its options follow --\n$/],
    [["--transport", "sse", "--", "x"], /--transport sse needs a URL, not a command\n$/],
    [["--transport", "stdio", "https://a.b"], /--transport stdio needs a command, not a URL\n$/],
  ];
  for (const [words, expected] of cases) {
    const { code, stderr } = await cox.run(["mcp", "add", "x", ...words]);
    assert.equal(code, 2);
    assert.match(stderr, expected);
  }
});

test("servers of an editor in the project are pointed out if cox has none", async () => {
  await using cox = await openCox();
  await cox.write(".vscode/mcp.json", JSON.stringify({ servers: { echo: entry() } }));
  const { stderr } = await cox.run(["mcp"]);
  assert.match(stderr, /copy \.vscode\/mcp\.json to \.mcp\.json, or add --mcp-config \.vscode\/mcp\.json\n/);
  assert.doesNotMatch(stderr, /cursor/);
  assert.equal((await listed(cox, "--mcp-config", ".vscode/mcp.json")).length, 1);
});

test("a project's server is used after trust, and again after each change was reviewed", async () => {
  await using cox = await openCox();
  await cox.write(".mcp.json", JSON.stringify({ mcpServers: { echo: entry() } }));
  assert.match((await cox.run(["mcp"])).stderr, /Ignored \.mcp\.json: this project is not trusted\. .*`cox trust`/);
  assert.match((await cox.run(["trust"])).stdout, /MCP servers: \.mcp\.json\n {4}echo: \{"command":/);
  assert.equal((await cox.run(["trust", "--yes"])).code, 0);
  assert.deepEqual(
    (await listed(cox)).map(({ state }) => state),
    ["configured"],
  );
  const approvals = join(cox.home, "data", "mcp-approvals.json");
  assert.equal((await stat(approvals)).mode & 0o777, 0o600);

  await cox.write(".mcp.json", JSON.stringify({ mcpServers: { echo: { command: "curl", args: ["evil.example"] } } }));
  const [row] = await listed(cox);
  assert.deepEqual(
    [row?.["state"], row?.["reason"]],
    ["unapproved", "new or changed since you trusted this project: review it with `cox trust`"],
  );
  const tested = await cox.run(["mcp", "test", "echo"]);
  assert.equal(tested.code, 1);
  assert.match(tested.stderr, /^cox: the MCP server echo is not used: new or changed/);
  const review = await cox.run(["trust"]);
  assert.match(review.stdout, /echo \(new or changed\): \{"command":"curl","args":\["evil\.example"\]\}/);
  assert.equal(review.code, 1);
  assert.equal((await cox.run(["trust", "--yes"])).code, 0);
  assert.deepEqual(
    (await listed(cox)).map(({ state }) => state),
    ["configured"],
  );
});

test("a server that the user adds to a trusted project is approved, and no other one is", async () => {
  await using cox = await openCox();
  await cox.write("README.md", "");
  await cox.run(["trust", "--yes"]);
  await cox.write(".mcp.json", JSON.stringify({ mcpServers: { other: entry() } }));
  const { stderr } = await cox.run(["mcp", "add", "mine", "-s", "project", "-e", "API_TOKEN=secret-0123456789", "--", "x"]);
  assert.match(stderr, /This file now has a secret, which others may read\. Write '\$\{NAME\}'/);
  const states = (await listed(cox)).map(({ name, state }) => [name, state]);
  assert.deepEqual(states, [
    ["mine", "configured"],
    ["other", "unapproved"],
  ]);
});

test("a missing variable is reported by name, and only that server fails", async () => {
  await using cox = await openCox();
  await cox.set({ mcpServers: { a: { command: "x", env: { KEY: "${NOT_SET}", OTHER: "${IS_SET}" } }, b: entry() } });
  const { stdout } = await cox.run(["mcp"], { env: { IS_SET: "the-secret-value" } });
  assert.match(stdout, /^b {2}configured\na {2}failed .* NOT_SET is not set: set it, or write a default as in \$\{NOT_SET:-value\}\n$/);
  assert.doesNotMatch(stdout, /the-secret-value/);
});

test("servers of a named file are used in its place, relative to the current folder", async () => {
  await using cox = await openCox();
  await cox.set({ mcpServers: { a: { command: "x" } } });
  await cox.write(
    "sub/more.json",
    JSON.stringify({ servers: { a: { url: "https://a.b/mcp?api_key=secret-0123456789" }, c: { command: "x" } } }),
  );
  const rows = await listed(cox, "--mcp-config", "sub/more.json");
  assert.deepEqual(
    rows.map(({ name, state, source }) => [name, state, source]),
    [
      ["a", "configured", join(cox.project, "sub/more.json")],
      ["c", "configured", join(cox.project, "sub/more.json")],
      ["a", "hidden", join(cox.home, "settings.json")],
    ],
  );
  const shown = await cox.run(["mcp", "show", "a", "--mcp-config", "sub/more.json"]);
  assert.match(shown.stdout, /url: https:\/\/a\.b\/mcp\?api_key=secr…/);
  const none = await cox.run(["mcp", "--mcp-config", "none.json"]);
  assert.deepEqual([none.code, none.stderr], [1, `cox: ${join(cox.project, "none.json")} does not exist.\n`]);
});

test("T9: names and values of a project's file are escaped for the terminal", async () => {
  await using cox = await openCox();
  const evil = "\u001b]0;title\u0007\u202e";
  await cox.write(
    ".mcp.json",
    JSON.stringify({ mcpServers: { [`a${evil}`]: { command: evil }, b: { command: evil, args: ["${NOT_SET}"] } } }),
  );
  const review = await cox.run(["trust", "--yes"]);
  for (const { stdout, stderr } of [review, await cox.run(["mcp"]), await cox.run(["mcp", "show", "b"])])
    assert.doesNotMatch(`${stdout}${stderr}`.replaceAll("\n", ""), ACTIVE);
});
