import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Layers } from "./layers/layer.ts";
import { readSourceTree } from "./layers/source-tree.ts";
import { type PackageRules, violations } from "./layers/violations.ts";

/*
 * The house. A file imports its own folder, or a folder that its row names, through that folder's index.ts. What a lower
 * room needs of a higher one is a port that it declares itself. Files never import each other in a circle.
 * A *.test.ts and a *.fixture.ts, which is for tests, may look into every folder, and they alone import `testing`.
 */
const ROOMS = {
  log: { about: "facts: envelope, tree, fold, codec, memory store; no word of agents", imports: [], pure: true },
  model: { about: "messages, stream parts, usage, errors, the model port; scripted/ plays one from a script", imports: [], pure: true },
  workspace: { about: "files, processes, sandbox: the port, and its Node implementation", imports: [] },
  store: { about: "the log on disk: JSON lines, blobs, lock, index", imports: ["log"] },
  providers: { about: "one adapter over LanguageModelV4, and each provider's options and quirks", imports: ["model"] },
  loop: { about: "run, turn, tool batch, and the ports they need; no I/O", imports: ["log", "model"], pure: true },
  policy: { about: "permission rules, budgets, loop breaker: pure functions", imports: ["model", "loop"], pure: true },
  context: {
    about: "log → prompt: invariants, system prompt, skills, templates, compaction",
    imports: ["log", "model", "loop", "workspace"],
  },
  tools: { about: "the built-in tools, one file each", imports: ["log", "model", "loop", "workspace"] },
  mcp: { about: "MCP servers as tools", imports: ["model", "loop", "workspace"] },
  lsp: { about: "language servers as tools", imports: ["model", "loop", "workspace"] },
  settings: { about: "settings, trust, credentials", imports: ["model", "policy", "workspace"] },
  hooks: { about: "the hook registry, shell hooks", imports: ["loop", "workspace", "settings"] },
} as const satisfies Layers;

const BELOW_SESSION = Object.keys(ROOMS).filter((name) => name !== "store" && name !== "providers");
const BELOW_RUNTIME = [...Object.keys(ROOMS), "session"];

const LAYERS: Layers = {
  ...ROOMS,
  session: { about: "one live conversation: wires the rooms below; store and models are handed in", imports: BELOW_SESSION },
  runtime: { about: "many sessions: models, extensions, sub-agents, shutdown", imports: BELOW_RUNTIME },
  transfer: {
    about: "exports and imports of sessions: text in, text out",
    imports: ["log", "model", "loop", "policy", "context", "session"],
    pure: true,
  },
  testing: {
    about: "coxswain/testing: scripted model, contract suites, loopback provider, faults",
    imports: [...BELOW_RUNTIME, "runtime"],
  },
  ".": { about: "index.ts, the public API: a hand-written list of names", imports: [...BELOW_RUNTIME, "runtime", "transfer"] },
};

const PACKAGES: Readonly<Record<string, PackageRules>> = {
  coxswain: {
    layers: LAYERS,
    workspace: [],
    workspaceInTests: [],
    computed: {
      "providers/optional-peer.ts": "the names of packages that need not be installed",
      "runtime/extensions/import-module.ts": "the person's own modules",
    },
  },
  cli: { workspace: ["coxswain"], workspaceInTests: ["coxswain/testing"] },
};

for (const [name, rules] of Object.entries(PACKAGES)) {
  test(`packages/${name} keeps to the table`, () => {
    const tree = readSourceTree(join(import.meta.dirname, "..", "packages", name, "src"));
    assert.deepEqual(violations(tree, rules), []);
  });
}

test("ARCHITECTURE.md shows the same table", () => {
  const text = readFileSync(join(import.meta.dirname, "..", "ARCHITECTURE.md"), "utf8");
  const names = (cell = ""): readonly string[] => [...cell.matchAll(/`([\w-]+)`/g)].map(([, name = ""]) => name);
  const rows = text.split("\n").flatMap((line) => {
    const [folders, , imports = ""] = line.split("|").slice(1, -1);
    return names(folders).map((folder) => [folder, imports] as const);
  });
  assert.deepEqual(
    rows.map(([folder]) => folder).toSorted(),
    Object.keys(LAYERS)
      .filter((folder) => folder !== ".")
      .toSorted(),
  );
  for (const [folder, imports] of rows) {
    if (!imports.includes("all above")) assert.deepEqual(names(imports), LAYERS[folder]?.imports, folder);
  }
});
