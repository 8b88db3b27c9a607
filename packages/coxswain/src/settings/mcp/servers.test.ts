import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { SettingsError } from "../errors.ts";
import type { McpServerSettings } from "../settings.ts";
import { mcpApprovals } from "./approvals.ts";
import { readServerFile } from "./server-file.ts";
import { loadMcpServers, projectMcpServers } from "./servers.ts";
import type { McpServersRequest } from "./types.ts";

const place = (t: TestContext) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "cox-mcp-")));
  t.after(() => rmSync(root, { recursive: true }));
  const project = join(root, "project");
  mkdirSync(project);
  const approvals = mcpApprovals(join(root, "data", "mcp-approvals.json"));
  return {
    project,
    write: (path: string, value: unknown): string => {
      const file = join(root, path);
      writeFileSync(file, typeof value === "string" ? value : JSON.stringify(value));
      return file;
    },
    approve: async (): Promise<void> => {
      const servers = await projectMcpServers(project);
      approvals.approve(
        project,
        servers.flatMap(({ hash }) => hash ?? []),
      );
    },
    load: async (servers: Readonly<Record<string, McpServerSettings>> = {}, more: Partial<McpServersRequest> = {}) => {
      const user = { servers, path: "/settings.json" };
      const loaded = await loadMcpServers({ user, cwd: project, project, trusted: true, approvals, env: {}, ...more });
      return {
        used: loaded.servers.map(
          ({ config }) => `${config.origin} ${config.name} ${config.kind === "command" ? config.command : config.url}`,
        ),
        skipped: loaded.skipped.map(({ kind, name, reason }) => `${kind} ${name}: ${reason}`),
        warnings: loaded.warnings,
      };
    },
  };
};

const UNAPPROVED = "new or changed since you trusted this project: review it with `cox trust`";

test("a project's servers are used once each is approved, and again after it changed", async (t) => {
  const { load, write, approve } = place(t);
  write("project/.mcp.json", { mcpServers: { a: { command: "x" }, b: { url: "https://a.b/mcp" } } });
  assert.deepEqual((await load()).skipped, [`unapproved a: ${UNAPPROVED}`, `unapproved b: ${UNAPPROVED}`]);
  await approve();
  assert.deepEqual(await load(), { used: ["project a x", "project b https://a.b/mcp"], skipped: [], warnings: [] });
  write("project/.mcp.json", { mcpServers: { a: { command: "x", args: ["--evil"] }, b: { url: "https://a.b/mcp" }, c: { command: "z" } } });
  const changed = await load();
  assert.deepEqual(changed.used, ["project b https://a.b/mcp"]);
  assert.deepEqual(changed.skipped, [`unapproved a: ${UNAPPROVED}`, `unapproved c: ${UNAPPROVED}`]);
});

test("the servers of a project that is not trusted are not read, even if they were approved", async (t) => {
  const { load, write, approve } = place(t);
  write("project/.mcp.json", { mcpServers: { a: { command: "x" } } });
  await approve();
  write("project/.mcp.json", "{ not JSON");
  assert.deepEqual(await load({}, { trusted: false }), { used: [], skipped: [], warnings: [] });
});

test("a named file overrides the user's servers, which override those of the project", async (t) => {
  const { load, write, approve } = place(t);
  write("project/.mcp.json", { mcpServers: { a: { command: "project" }, b: { command: "project" }, c: { command: "project" } } });
  await approve();
  const first = write("first.json", { mcpServers: { a: { command: "first" } } });
  const last = write("last.json", { mcpServers: { a: { command: "last" } } });
  const { used, skipped } = await load({ a: { command: "user" }, b: { command: "user" } }, { files: [first, last] });
  assert.deepEqual(used, ["option a last", "user b user", "project c project"]);
  assert.deepEqual(skipped, [
    `hidden a: ${last} has a server of this name`,
    `hidden a: ${last} has a server of this name`,
    `hidden a: ${last} has a server of this name`,
    "hidden b: /settings.json has a server of this name",
  ]);
});

test("a server that is disabled is not used, nor is a lower one of its name", async (t) => {
  const { load, write, approve } = place(t);
  write("project/.mcp.json", { mcpServers: { a: { command: "x" } } });
  await approve();
  const { used, skipped } = await load({ a: { command: "y", disabled: true }, b: { command: "y", enabled: false } });
  assert.deepEqual(used, []);
  assert.deepEqual(
    skipped.map((line) => line.split(":")[0]),
    ["disabled a", "disabled b", "hidden a"],
  );
});

test("a faulty server does not affect the others of its file", async (t) => {
  const { load, write } = place(t);
  const file = write("servers.json", {
    mcpServers: {
      "my server": { command: "x" },
      wrong: { command: 7 },
      nothing: null,
      unset: { command: "x", args: ["${NOT_SET}"] },
      good: { command: "x" },
    },
  });
  const { used, skipped } = await load({}, { files: [file] });
  assert.deepEqual(used, ["option good x"]);
  assert.deepEqual(skipped, [
    "faulty my server: the name must be 1 to 64 letters, digits, `-` and `_`: rename it",
    'faulty wrong: "mcpServers.wrong.command" must be a program, not 7',
    'faulty nothing: "mcpServers.nothing" must be an object, not null',
    "faulty unset: NOT_SET is not set: set it, or write a default as in ${NOT_SET:-value}",
  ]);
});

test("a file of VS Code with comments, and one of Cursor, are read", async (t) => {
  const { load, write } = place(t);
  const vscode = write(
    "vscode.json",
    '{\n  // servers\n  "inputs": [],\n  "servers": { "a": { "type": "stdio", "command": "npx", "args": ["-y", "x"], "dev": {} }, }\n}',
  );
  const cursor = write("cursor.json", { mcpServers: { b: { url: "https://a.b/mcp", autoApprove: ["x"] } } });
  assert.deepEqual(await load({}, { files: [vscode, cursor] }), {
    used: ["option b https://a.b/mcp", "option a npx"],
    skipped: [],
    warnings: [],
  });
});

test("unknown fields and names that are set twice are reported with their place", async (t) => {
  const { load, write } = place(t);
  const file = write("servers.json", '{"mcpServers":{"a":{"command":"x"},\n"a":{"command":"y","comand":"z"}}}');
  const { used, warnings } = await load({}, { files: [file] });
  assert.deepEqual(used, ["option a y"]);
  assert.deepEqual(warnings, [
    `${file}:2:1: "a" is set twice; the later one counts.`,
    `${file}:2:20: unknown setting "mcpServers.a.comand"; did you mean "command"?`,
  ]);
});

test("the folder of a project's server is the project, also in a folder inside it", async (t) => {
  const { load, write, approve, project } = place(t);
  write("project/.mcp.json", { mcpServers: { a: { command: "${workspaceFolder}/x" } } });
  await approve();
  assert.deepEqual((await load({}, { cwd: join(project, "sub") })).used, [`project a ${project}/x`]);
});

test("a file with servers under both names is reported, and the later ones are used", async (t) => {
  const { load, write } = place(t);
  const file = write("both.json", { servers: { a: { command: "x" } }, mcpServers: { b: { command: "y" } } });
  const { used, warnings } = await load({}, { files: [file] });
  assert.deepEqual(used, ["option b y"]);
  assert.deepEqual(warnings, [`${file}: only the servers under "mcpServers" are used: move the others there.`]);
});

test("variables of a server may be numbers and booleans, as VS Code allows", async (t) => {
  const env = { PORT: 3000, DEBUG: true };
  const file = place(t).write("env.json", { servers: { a: { command: "x", env }, b: { command: "x", env: { P: [] } } } });
  assert.deepEqual(readServerFile(file)?.servers, [
    { name: "a", entry: { settings: { command: "x", env: { PORT: "3000", DEBUG: "true" } } } },
    { name: "b", entry: { reason: '"servers.b.env.P" must be a string, not an array' } },
  ]);
});

test("an unusable file of the project is reported, and one that was named ends the program", async (t) => {
  const { load, write, project } = place(t);
  const file = write("project/.mcp.json", '{"mcpServers": ');
  assert.deepEqual((await load()).warnings, [`Its MCP servers were skipped: ${file}:1:16: invalid JSON: value expected.`]);
  await assert.rejects(load({}, { files: [file] }), new SettingsError(`${file}:1:16: invalid JSON: value expected.`));
  await assert.rejects(load({}, { files: [join(project, "none")] }), /none does not exist/);
  const list = write("list.json", { servers: [] });
  await assert.rejects(load({}, { files: [list] }), /must have its servers in an object "mcpServers", but has an array there/);
  const other = write("other.json", {});
  await assert.rejects(load({}, { files: [other] }), /but has none/);
});
