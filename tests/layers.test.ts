import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Layers } from "./layers/layer.ts";
import { readSourceTree } from "./layers/source-tree.ts";
import { type PackageRules, violations } from "./layers/violations.ts";

/*
 * A file imports its own folder, or a folder that its row names, through that folder's index.ts. If a lower room needs
 * something of a higher one, it declares a port. Files never import each other in a circle. A *.test.ts may import
 * every
 * folder. A *.fixture.ts follows its row, but may import fixtures of these folders.
 */
const ROOMS = {
  base: {
    about: "shared by three rooms or more: aborting, JSON of unknown shape, error messages, text, suggestions",
    imports: [],
    pure: true,
  },
  log: { about: "facts: envelope, tree, fold, codec, memory store; no vocabulary of agents", imports: ["base"], pure: true },
  model: {
    about: "messages, stream parts, usage, errors, the model port; scripted/ plays one from a script",
    imports: ["base"],
    pure: true,
  },
  workspace: { about: "files, processes, search, sandbox: the port, and its Node implementation", imports: ["base"] },
  store: { about: "the log on disk: JSON lines, blobs, lock, index", imports: ["base", "log"] },
  providers: { about: "requests, wire readers, and each provider's options and quirks", imports: ["base", "model"] },
  loop: { about: "run, turn, tool batch, and the ports they need; no I/O", imports: ["base", "log", "model"], pure: true },
  policy: { about: "permission rules, limits, loop breaker: pure functions", imports: ["base", "model", "loop"], pure: true },
  context: { about: "log → prompt: invariants, system prompt, skills, templates", imports: ["base", "log", "model", "loop", "workspace"] },
  tools: { about: "the built-in tools", imports: ["base", "log", "model", "loop", "workspace"] },
  mcp: { about: "MCP servers: their life, their manifests, their tools", imports: ["base", "model", "loop", "workspace"] },
  lsp: { about: "language servers: their life, their answers, the errors of an edit", imports: ["base", "model", "loop", "workspace"] },
  changes: { about: "what calls change in files: recording, history, undo", imports: ["base", "log", "workspace"] },
  settings: { about: "settings, trust, credentials", imports: ["base", "model", "policy", "workspace", "mcp"] },
  output: {
    about: "structured output: the schema, its check, the messages about it",
    imports: ["base", "log", "model", "loop", "context"],
  },
} as const satisfies Layers;

/** The rooms above except `store` and `providers`, which the runtime passes in. */
const ENGINE = Object.keys(ROOMS).filter((name) => name !== "store" && name !== "providers");

const BELOW_RUNTIME = [...Object.keys(ROOMS), "journal", "evidence", "hooks", "budget", "background", "compaction", "session"];

const LAYERS: Layers = {
  ...ROOMS,
  journal: { about: "entry and event types, folds, entry validation, streams, permission questions as facts", imports: ENGINE },
  evidence: {
    about: "which checks ran, and what changed since: from the log alone",
    imports: ["base", "model", "loop", "changes", "journal"],
  },
  hooks: { about: "the hook registry, shell hooks, Claude Code's hooks", imports: [...ENGINE, "journal"] },
  budget: { about: "the ledger, and what a session spends", imports: [...ENGINE, "journal"] },
  background: { about: "tasks and jobs: work beside the conversation", imports: [...ENGINE, "journal", "hooks", "budget"] },
  compaction: { about: "when and how a conversation is summarized", imports: [...ENGINE, "journal", "hooks", "budget"] },
  session: {
    about: "one live conversation: wires the rooms below",
    imports: [...ENGINE, "journal", "evidence", "hooks", "budget", "background", "compaction"],
  },
  runtime: { about: "many sessions: models, extensions, sub-agents, shutdown", imports: BELOW_RUNTIME },
  view: {
    about: "a conversation as blocks, for screens and pages: a fold over entries and events",
    imports: ["base", "model", "loop", "policy", "context", "tools", "journal"],
    pure: true,
  },
  facades: { about: "five other interfaces to the same sessions", imports: [...BELOW_RUNTIME, "runtime", "view"] },
  transfer: {
    about: "exports and imports of sessions: text in, text out",
    imports: ["base", "log", "model", "loop", "policy", "context", "journal", "background", "compaction", "session", "view"],
    pure: true,
  },
  testing: {
    about: "coxswain/testing: scripted model, contract suites, loopback provider, faulty store",
    imports: [...BELOW_RUNTIME, "runtime"],
  },
  ".": {
    about: "index.ts and a file for each subpath, the public API: hand-written lists of names",
    imports: [...BELOW_RUNTIME, "runtime", "facades", "view", "transfer"],
  },
};

const root = join(import.meta.dirname, "..");

/** Module names that packages/coxswain exports, without `coxswain/testing`. */
const publicModules = (): readonly string[] => {
  const { exports }: { exports: object } = JSON.parse(readFileSync(join(root, "packages", "coxswain", "package.json"), "utf8"));
  const subpaths = Object.keys(exports).filter((path) => !path.endsWith(".json") && path !== "./testing");
  return subpaths.map((path) => join("coxswain", path));
};

const PACKAGES: Readonly<Record<string, PackageRules>> = {
  coxswain: {
    layers: LAYERS,
    workspace: [],
    workspaceInTests: [],
    computed: {
      "providers/optional-peer.ts": "names of optional packages",
      "runtime/extensions/import-module.ts": "the user's modules",
    },
  },
  cli: { workspace: publicModules(), workspaceInTests: ["coxswain/testing"] },
};

for (const [name, rules] of Object.entries(PACKAGES)) {
  test(`imports in packages/${name} follow the table`, () => {
    const tree = readSourceTree(join(root, "packages", name, "src"));
    assert.deepEqual(violations(tree, rules), []);
  });
}

test("the library's public modules are those of its package.json", () => {
  assert.ok(publicModules().includes("coxswain"));
  assert.ok(publicModules().includes("coxswain/tools"));
  assert.ok(!publicModules().some((name) => name === "coxswain/testing" || name.endsWith(".json")));
});

test("ARCHITECTURE.md has the same table", () => {
  const text = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");
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
