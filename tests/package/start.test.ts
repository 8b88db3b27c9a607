import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { before, suite, test } from "node:test";
import { bundleCli } from "../../scripts/build/bundle-cli.ts";
import { openCox } from "../cli/cox-scene.ts";

const root = join(import.meta.dirname, "..", "..");
const cli = join(root, "packages", "cli");

/** What a statement of a minified module imports before its first line is run. */
const IMPORTED = /(?:^|[;}])\s*(?:import|export)[^;"'`()]*["']([^"']+)["']/g;
/** What it takes of Node's own then. What is taken on use stands in a promise. */
const TAKEN = /=\s*process\.getBuiltinModule\(["'`]([^"'`]+)["'`]\)/g;

suite("what a start of cox loads before it does anything", () => {
  const installed = mkdtempSync(join(tmpdir(), "start-"));
  const folder = join(installed, "dist");
  before(async () => {
    await bundleCli(cli, folder);
    cpSync(join(cli, "package.json"), join(installed, "package.json"));
    symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
  });
  test.after(() => rmSync(installed, { recursive: true }));

  /** The texts of a built file and of those that it imports, by their names, and the names of all else that they import. */
  const loadedBy = (path: string) => {
    const files = new Map<string, string>();
    const others = new Set<string>();
    const add = (file: string): void => {
      if (files.has(basename(file))) return;
      const text = readFileSync(file, "utf8");
      files.set(basename(file), text);
      for (const [, name = ""] of text.matchAll(IMPORTED)) {
        if (name.startsWith(".")) add(join(file, "..", name));
        else others.add(name);
      }
      for (const [, name = ""] of text.matchAll(TAKEN)) others.add(name);
    };
    add(path);
    return { files, others };
  };

  const taskFile = (): string => {
    const chunks = join(folder, "chunks");
    const names = readdirSync(chunks).filter((name) => /^run-[\w-]{8}\.js$/.test(name));
    assert.equal(names.length, 1, names.join());
    return join(chunks, names[0] ?? "");
  };

  test("cox itself is two files, and nothing of the library", () => {
    const { files, others } = loadedBy(join(folder, "main.js"));
    assert.ok(files.size <= 2, [...files.keys()].join());
    assert.deepEqual(
      [...others].filter((name) => !/^node:(?:fs|module|path|process|util)$/.test(name)),
      [],
    );
  });

  test("a task is few files more, without what reads settings, and without what starts programs, hashes or sends requests", () => {
    const { files, others } = loadedBy(taskFile());
    assert.ok(files.size > 1 && files.size <= 4, [...files.keys()].join());
    for (const [name, text] of files) assert.doesNotMatch(text, /printParseErrorCode/, `${name} holds jsonc-parser`);
    assert.ok(others.has("node:fs"), "what is taken of Node is not seen");
    for (const name of ["child_process", "crypto", "http", "https", "net"]) assert.ok(!others.has(`node:${name}`), name);
  });

  test("an answer over plain HTTP is had without undici and TLS, which the same over Node's fetch loads", async () => {
    await using scene = await openCox(["Ahoy.", "Ahoy."]);
    const listing = `process.on("exit", () => process.stderr.write(process.moduleLoadList.join("\\n")))`;
    const hook = `data:text/javascript,${encodeURIComponent(listing)}`;
    const fetching = "await fetch(process.env.ANTHROPIC_BASE_URL)";
    const loaded = async (program: readonly string[], args: readonly string[]): Promise<readonly string[]> => {
      const { code, stderr } = await scene.run(args, { program: ["--import", hook, ...program] });
      assert.equal(code, 0, stderr);
      return ["internal/deps/undici/undici", "tls"].filter((name) => stderr.split("\n").includes(`NativeModule ${name}`));
    };
    assert.deepEqual(await loaded(["--input-type=module", "--eval", fetching], []), ["internal/deps/undici/undici", "tls"]);
    assert.deepEqual(await loaded([join(folder, "main.js")], ["-p", "Go."]), []);
  });
});
