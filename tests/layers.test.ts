import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Layers } from "./layers/layer.ts";
import { readSourceTree } from "./layers/source-tree.ts";
import { type PackageRules, violations } from "./layers/violations.ts";

/*
 * The house. A file imports its own folder, or a folder that its row names, through that folder's index.ts. What a
 * lower
 * room needs of a higher one is a port that it declares itself. Files never import each other in a circle.
 * A *.test.ts and a *.fixture.ts, which is for tests, may look into every folder, and they alone import `testing`.
 */
const ROOMS = {
  base: { about: "what three rooms share: aborting, JSON of unknown shape, error texts, text, suggestions", imports: [], pure: true },
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
  settings: { about: "settings, trust, credentials", imports: ["base", "model", "policy", "workspace"] },
  output: {
    about: "structured output: the schema, its check, the messages about it",
    imports: ["base", "log", "model", "loop", "context"],
  },
} as const satisfies Layers;

/** The rooms above, but for those that are handed in: a session and its parts know no store and no provider. */
const ENGINE = Object.keys(ROOMS).filter((name) => name !== "store" && name !== "providers");

const BELOW_RUNTIME = [...Object.keys(ROOMS), "journal", "hooks", "budget", "background", "compaction", "session"];

const LAYERS: Layers = {
  ...ROOMS,
  journal: { about: "entry and event types, folds, entry validation, streams, permission questions as facts", imports: ENGINE },
  hooks: { about: "the hook registry, shell hooks, Claude Code's hooks", imports: [...ENGINE, "journal"] },
  budget: { about: "the ledger, and what a session spends", imports: [...ENGINE, "journal"] },
  background: { about: "tasks and jobs: work beside the conversation", imports: [...ENGINE, "journal", "hooks", "budget"] },
  compaction: { about: "when and how a conversation is summarized", imports: [...ENGINE, "journal", "hooks", "budget"] },
  session: {
    about: "one live conversation: wires the rooms below",
    imports: [...ENGINE, "journal", "hooks", "budget", "background", "compaction"],
  },
  runtime: { about: "many sessions: models, extensions, sub-agents, shutdown", imports: BELOW_RUNTIME },
  facades: { about: "five other interfaces to the same sessions", imports: [...BELOW_RUNTIME, "runtime"] },
  transfer: {
    about: "exports and imports of sessions: text in, text out",
    imports: ["base", "log", "model", "loop", "policy", "context", "journal", "background", "compaction", "session"],
    pure: true,
  },
  testing: {
    about: "coxswain/testing: scripted model, contract suites, loopback provider, faults",
    imports: [...BELOW_RUNTIME, "runtime"],
  },
  ".": {
    about: "index.ts and a file for each subpath, the public API: hand-written lists of names",
    imports: [...BELOW_RUNTIME, "runtime", "facades", "transfer"],
  },
};

/** What the package exports beside `coxswain` and `coxswain/testing`. */
const SUBPATHS = ["extensions", "facades", "hooks", "policy", "providers", "session", "settings", "store", "tools", "transfer"];

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
  cli: { workspace: ["coxswain", ...SUBPATHS.map((name) => `coxswain/${name}`)], workspaceInTests: ["coxswain/testing"] },
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
