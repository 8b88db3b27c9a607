import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { before, suite, test } from "node:test";
import { bundleCli } from "../../scripts/build/bundle-cli.ts";

const cli = join(import.meta.dirname, "..", "..", "packages", "cli");

/** What a statement of a minified module imports before its first line is run. */
const IMPORTED = /(?:^|[;}])\s*(?:import|export)[^;"'`()]*["']([^"']+)["']/g;

suite("what a start of cox loads before it does anything", () => {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  before(() => bundleCli(cli, folder));
  test.after(() => rmSync(folder, { recursive: true }));

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
    for (const name of ["child_process", "crypto", "http", "https", "net"]) assert.ok(!others.has(`node:${name}`), name);
  });
});
