import assert from "node:assert/strict";
import { test } from "node:test";
import { lspFolder, REAL } from "./lsp.fixture.ts";

/** Their start takes seconds on a busy machine. */
const SLOW = { timeout: 60_000 };

const SANDBOX = { sandbox: { mode: "auto" } } as const;

const TYPESCRIPT = {
  languages: { typescript: { command: REAL.typescript, tsserver: REAL.tsserver } },
  diagnosticsTimeout: 50_000,
  files: {
    "tsconfig.json": JSON.stringify({ compilerOptions: { strict: true, module: "nodenext", types: [] }, include: ["src"] }),
    "src/a.ts": 'export const size: number = 1;\nexport const old: number = "an existing error";\n',
    "src/b.ts": 'import { size } from "./a.js";\nexport const twice: number = size * 2;\n',
  },
};

test(
  "typescript-language-server: an edit that breaks a type reports exactly the new error, in the sandbox, and writes nothing",
  SLOW,
  async (t) => {
    const folder = lspFolder(t, { ...TYPESCRIPT, workspaceOptions: SANDBOX });
    const before = folder.tree();
    const unchanged = await folder.edit("src/a.ts", `// A line above.\n${TYPESCRIPT.files["src/a.ts"]}`);
    assert.deepEqual(unchanged, { errors: [], unchecked: [] });
    folder.write("src/a.ts", TYPESCRIPT.files["src/a.ts"]);
    const broken = await folder.edit("src/b.ts", `\n${TYPESCRIPT.files["src/b.ts"]}export const text: string = size;\n`);
    assert.deepEqual(
      broken?.errors.map(({ path, start, message, code }) => ({ path, line: start.line, message, code })),
      [{ path: folder.at("src/b.ts"), line: 3, message: "Type 'number' is not assignable to type 'string'.", code: "TS2322" }],
    );
    assert.deepEqual(broken?.unchecked, []);
    folder.write("src/b.ts", TYPESCRIPT.files["src/b.ts"]);
    assert.deepEqual(folder.tree(), before);
    assert.deepEqual(folder.warnings, []);
  },
);

test("typescript-language-server: definitions, references, symbols and renames", SLOW, async (t) => {
  const folder = lspFolder(t, TYPESCRIPT);
  const { signal } = new AbortController();
  const at = { path: folder.at("src/b.ts"), line: 1, character: 29 };
  const [definition] = await folder.servers.definition(at, signal);
  assert.deepEqual(definition, { path: folder.at("src/a.ts"), start: { line: 0, character: 13 }, end: { line: 0, character: 17 } });
  const references = await folder.servers.references(at, signal);
  assert.deepEqual(references.map(({ path, start }) => `${path.slice(folder.root.length)}:${start.line}:${start.character}`).toSorted(), [
    "/src/a.ts:0:13",
    "/src/b.ts:0:9",
    "/src/b.ts:1:29",
  ]);
  const symbols = await folder.servers.symbolsIn(folder.at("src/a.ts"), signal);
  assert.deepEqual(
    symbols.map(({ name, kind }) => `${kind} ${name}`),
    ["constant size", "constant old"],
  );
  assert.deepEqual(
    (await folder.servers.findSymbols("twice", signal)).map(({ name, path }) => [name, path]),
    [["twice", folder.at("src/b.ts")]],
  );
  const edits = await folder.servers.rename(at, "width", signal);
  assert.deepEqual(Object.fromEntries(edits.map(({ path, edits: all }) => [path.slice(folder.root.length), all.length])), {
    "/src/a.ts": 1,
    "/src/b.ts": 2,
  });
  const problems = await folder.servers.diagnostics(folder.at("src/a.ts"), signal);
  assert.deepEqual(
    problems.filter(({ severity }) => severity === "error").map(({ code, start }) => [code, start.line]),
    [["TS2322", 1]],
  );
});

test("pyright: changes of a command in closed files are known once it is notified of them", SLOW, async (t) => {
  const folder = lspFolder(t, {
    languages: { python: { command: REAL.python } },
    files: { "pyproject.toml": "[tool.pyright]\n", "a.py": "from b import size\nfrom c import width\n", "b.py": "size = 1\n" },
  });
  const { signal } = new AbortController();
  const errors = async () => (await folder.servers.diagnostics(folder.at("a.py"), signal)).filter(({ severity }) => severity === "error");
  assert.deepEqual(
    (await errors()).map(({ code }) => code),
    ["reportMissingImports"],
  );
  folder.write("b.py", "other = 1\n");
  folder.write("c.py", "width = 1\n");
  folder.servers.filesChanged([
    { path: folder.at("b.py"), type: "changed" },
    { path: folder.at("c.py"), type: "created" },
  ]);
  assert.deepEqual(
    (await errors()).map(({ code }) => code),
    ["reportAttributeAccessIssue"],
  );
});

test("pyright: an edit that breaks a type reports exactly the new error, in the sandbox, and writes nothing", SLOW, async (t) => {
  const text = 'def size() -> int:\n    return 1\n\n\nold: int = "an existing error"\n';
  const folder = lspFolder(t, {
    languages: { python: { command: REAL.python } },
    diagnosticsTimeout: 50_000,
    files: { "pyproject.toml": "[tool.pyright]\n", "a.py": text },
    workspaceOptions: SANDBOX,
  });
  const before = folder.tree();
  assert.deepEqual(await folder.edit("a.py", `# A line above.\n${text}`), { errors: [], unchecked: [] });
  const broken = await folder.edit("a.py", `import os\n${text}name: str = size()\n`);
  assert.deepEqual(
    broken?.errors.map(({ start, code }) => ({ line: start.line, code })),
    [{ line: 6, code: "reportAssignmentType" }],
  );
  folder.write("a.py", text);
  assert.deepEqual(folder.tree(), before);
});
