// Crush's language servers, MCP servers and file history.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { LspOptions } from "coxswain/lsp";
import { mcpServers } from "coxswain/mcp";
import { builtinTools, folderScanners } from "coxswain/tools";
import { openFolder, openSession } from "../scene.ts";

const MODULES = join(import.meta.dirname, "..", "..", "..", "node_modules");

const CODE_TOOLS = ["diagnostics", "references"];

test("S2-28: diagnostics and references are tools only if a language server is configured", async () => {
  await using folder = await openFolder();
  await writeFile(join(folder.path, "a.py"), "a = 1\n");
  const python = { command: [join(MODULES, ".bin", "pyright-langserver"), "--stdio"] };
  const offered = async (lsp: LspOptions | undefined): Promise<readonly string[]> => {
    await using stage = await openSession({ script: ["Done."], setup: { cwd: folder.path }, ...(lsp === undefined ? {} : { lsp }) });
    await stage.session.prompt("Go.").outcome;
    return (stage.model.requests[0]?.tools ?? []).map(({ name }) => name).filter((name) => CODE_TOOLS.includes(name));
  };
  assert.deepEqual(await offered({ languages: { python }, trusted: () => true }), CODE_TOOLS);
  assert.deepEqual(await offered(undefined), []);
});

test("S2-29: tools of MCP servers are appended to the others", async () => {
  await using folder = await openFolder();
  await using cache = await openFolder();
  const program = join(MODULES, "@modelcontextprotocol", "server-filesystem", "dist", "index.js");
  const servers = mcpServers({
    configs: [{ kind: "command", name: "files", origin: "option", command: process.execPath, args: [program, folder.path], env: {} }],
    cwd: folder.path,
    env: process.env,
    cache: cache.path,
  });
  try {
    await servers.find("files")?.start(new AbortController().signal);
    const script = [{ calls: [{ name: "mcp__files__write_file", input: { path: join(folder.path, "a"), content: "x" } }] }, "Done."];
    await using stage = await openSession({ tools: builtinTools(), mcp: servers, script, setup: { cwd: folder.path } });
    assert.equal((await stage.session.prompt("Go.").outcome).kind, "done");
    const names = new Set((stage.model.requests[0]?.tools ?? []).map(({ name }) => name));
    for (const name of ["write", "mcp__files__write_file", "mcp__files__read_text_file"]) assert.ok(names.has(name), name);
    const [result] = (stage.model.requests[1]?.messages ?? []).flatMap((message) => (message.role === "tool" ? [message] : []));
    assert.match(JSON.stringify(result?.content), /Successfully wrote/);
  } finally {
    await servers.close();
  }
});

test("S2-35: tools that change files create versions that can be inspected", async () => {
  await using folder = await openFolder();
  const write = (content: string) => ({ calls: [{ name: "write", input: { path: "a.txt", content } }] });
  const script = [write("one\n"), write("two\n"), { calls: [{ name: "bash", input: { command: "echo three > a.txt" } }] }, "Done."];
  await using stage = await openSession({ tools: builtinTools(), changes: folderScanners(), script, setup: { cwd: folder.path } });
  await stage.session.prompt("Go.").outcome;
  const { files } = stage.session;
  const [file, ...others] = await files.changed();
  assert.deepEqual(others, []);
  assert.equal(file?.path, join(folder.path, "a.txt"));
  const diffs = await Promise.all((file?.changes ?? []).map((change) => files.diff(change)));
  assert.equal(diffs.length, 3);
  assert.match(JSON.stringify(diffs[1]), /one.*two/s);
  assert.match(JSON.stringify(diffs[2]), /two.*three/s);
});
