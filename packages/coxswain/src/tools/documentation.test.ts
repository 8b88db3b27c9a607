import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { PermissionRequest, Tool } from "../loop/index.ts";
import { builtinTools } from "./builtin-tools.ts";
import { LIMIT_MEANINGS, LIMITS } from "./limits.ts";
import { questionTool } from "./question.ts";
import { toolbox } from "./tool-context.fixture.ts";

/*
 * The tests compute the sections of docs/tools.md between `<!-- tools -->`, `<!-- limits -->` or `<!-- descriptions
 * -->` and their end from the tools. `UPDATE_DOCS=1` updates them; format them with `npm run format`.
 */
const path = join(import.meta.dirname, "..", "..", "..", "..", "docs", "tools.md");

/** Sample arguments of each tool, to compute its permission requests. */
const SAMPLES: Readonly<Record<string, object>> = {
  bash: { command: "ls" },
  apply_patch: { input: "*** Begin Patch\n*** Update File: a\n@@\n-x\n+y\n*** End Patch" },
  fetch: { url: "https://example.org" },
  download: { url: "https://example.org", path: "a" },
};

const WORDS = {
  read: "to read the path",
  write: "to write the path",
  execute: "to run the command",
  network: "to reach the host",
} as const;

const asks = (requests: readonly PermissionRequest[] | undefined, effect: Tool["effect"]): string => {
  if (requests === undefined) return effect === "read" ? "nothing" : "the call as a whole";
  return requests.length === 0 ? "nothing" : [...new Set(requests.map((request) => WORDS[request.effect]))].join(", ");
};

/** Returns the text up to the first full stop or colon. */
const firstClause = (description: string): string => /^.+?(?=[.:](?:\s|$))/s.exec(description)?.[0] ?? description;

/** Returns all built-in tools, including the optional ones. */
const everyTool = async (t: TestContext) => {
  const box = await toolbox(t);
  const made = builtinTools({ search: { provider: "brave" }, sourcegraph: { url: "https://sourcegraph.com" } });
  const tools = [...made.map((make) => make(box.workspace)), questionTool(async () => [])];
  const asked = async (tool: Tool): Promise<string> => {
    if (tool.permissionRequests === undefined) return asks(undefined, tool.effect);
    return asks(await box.needs<unknown>(() => tool, SAMPLES[tool.name] ?? { path: "a" }), tool.effect);
  };
  return Promise.all(tools.map(async (tool) => ({ ...tool, asks: await asked(tool) })));
};

const toolsTable = (tools: Awaited<ReturnType<typeof everyTool>>): string =>
  [
    "| tool | does | effect | asks |",
    "| --- | --- | --- | --- |",
    ...tools.map(
      (tool) => `| \`${tool.name}\` | ${firstClause(tool.description).replaceAll("*", String.raw`\*`)} | ${tool.effect} | ${tool.asks} |`,
    ),
  ].join("\n");

const limitsTable = (): string => {
  const rows = Object.entries(LIMITS).flatMap(([tool, limits]) => {
    const meanings: Readonly<Record<string, string>> = LIMIT_MEANINGS[tool as keyof typeof LIMITS];
    return Object.entries(limits).map(([name, value]) => `| \`${tool}\` | ${value.toLocaleString("en")} | ${meanings[name] ?? ""} |`);
  });
  return ["| tool | at most | what |", "| --- | ---: | --- |", ...rows].join("\n");
};

const descriptions = (tools: Awaited<ReturnType<typeof everyTool>>): string =>
  tools.map(({ name, description }) => `### ${name}\n\n\`\`\`text\n${description}\n\`\`\``).join("\n\n");

/** Removes the padding that a Markdown formatter adds. */
const unpadded = (text: string): string => text.replaceAll(/ +/g, " ").replaceAll(/-+/g, "-");

test("S2-27: docs/tools.md lists every tool with its limits and its current description", async (t) => {
  const tools = await everyTool(t);
  const parts = { tools: toolsTable(tools), limits: limitsTable(), descriptions: descriptions(tools) };
  for (const [name, part] of Object.entries(parts)) {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
    if (process.env["UPDATE_DOCS"] === "1") {
      const [before = "", rest = ""] = readFileSync(path, "utf8").split(start);
      writeFileSync(path, `${before}${start}\n\n${part}\n\n${end}${rest.split(end)[1] ?? ""}`);
    }
    const shown = readFileSync(path, "utf8").split(start)[1]?.split(end)[0] ?? "";
    assert.equal(unpadded(shown.trim()), unpadded(part), `UPDATE_DOCS=1 node --conditions=coxswain-source --test ${import.meta.filename}`);
  }
});
