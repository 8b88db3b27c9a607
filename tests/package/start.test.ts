import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { before, suite, test } from "node:test";
import { openCox } from "../cli/cox-scene.ts";
import { builtPackage } from "./built-package.ts";

const root = join(import.meta.dirname, "..", "..");
const cli = join(root, "packages", "cli");

/** Modules that a minified chunk loads statically. Lazy ones are loaded in a promise. */
const REQUIRED = /[\w$]=(?:[\w$]+\.[\w$]+\()?require\(["'`]([^"'`]+)["'`]\)/g;

suite("modules that cox loads at its start", () => {
  const installed = mkdtempSync(join(tmpdir(), "start-"));
  const folder = join(installed, "dist");
  before(() => {
    cpSync(builtPackage("cli"), folder, { recursive: true });
    cpSync(join(cli, "package.json"), join(installed, "package.json"));
    symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
  });
  test.after(() => rmSync(installed, { recursive: true }));

  /** The built file and its static imports with their contents, by name, and the names of other imported modules. */
  const modulesOf = (path: string) => {
    const files = new Map<string, string>();
    const others = new Set<string>();
    const add = (file: string): void => {
      if (files.has(basename(file))) return;
      const text = readFileSync(file, "utf8");
      files.set(basename(file), text);
      for (const [, name = ""] of text.matchAll(REQUIRED)) {
        if (name.startsWith(".")) add(join(file, "..", name));
        else others.add(name);
      }
    };
    add(path);
    return { files, others };
  };

  const taskFile = (): string => {
    const chunks = join(folder, "chunks");
    const names = readdirSync(chunks).filter((name) => /^run-[\w-]{8}\.cjs$/.test(name));
    assert.equal(names.length, 1, names.join());
    return join(chunks, names[0] ?? "");
  };

  test("cox itself is two files without the library", () => {
    const { files, others } = modulesOf(join(folder, "main.cjs"));
    assert.ok(files.size <= 2, [...files.keys()].join());
    assert.deepEqual(
      [...others].filter((name) => !/^node:(?:fs|module|path|process|url|util)$/.test(name)),
      [],
    );
  });

  test("a task loads at most four files, without the settings parser and modules for processes, hashes and requests", () => {
    const { files, others } = modulesOf(taskFile());
    assert.ok(files.size > 1 && files.size <= 4, [...files.keys()].join());
    for (const [name, text] of files) assert.doesNotMatch(text, /printParseErrorCode/, `${name} contains jsonc-parser`);
    assert.ok(others.has("node:fs"), "built-in modules are found");
    for (const name of ["child_process", "crypto", "http", "https", "net"]) assert.ok(!others.has(`node:${name}`), name);
  });

  test("a headless task runs without the screen's code, which a session at a terminal loads", async () => {
    await using scene = await openCox(["Ahoy.", "Ahoy."]);
    // CURSOR_MARKER of pi-tui.
    const screens = readdirSync(join(folder, "chunks")).filter((name) =>
      readFileSync(join(folder, "chunks", name), "utf8").includes("_pi:c"),
    );
    assert.ok(screens.length > 0);
    const listing = `import { createRequire } from "node:module";
      process.on("exit", () => process.stderr.write(Object.keys(createRequire(import.meta.url).cache).join("\\n")))`;
    const hook = `data:text/javascript,${encodeURIComponent(listing.replace("import.meta.url", JSON.stringify(join(folder, "main.cjs"))))}`;
    for (const args of [["-p", "Go."], ["Go."]]) {
      const { code, stderr } = await scene.run(args, { program: ["--import", hook, join(folder, "main.cjs")] });
      assert.equal(code, 0, stderr);
      assert.ok(stderr.includes(basename(taskFile())), "loaded chunks are listed");
      for (const name of screens) assert.ok(!stderr.includes(name), name);
    }
  });

  test("a response over plain HTTP loads neither undici nor TLS, which Node's fetch loads", async () => {
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
    assert.deepEqual(await loaded([join(folder, "main.cjs")], ["-p", "Go."]), []);
  });
});
