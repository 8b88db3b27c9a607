import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { folderScanners } from "./folder-scanners.ts";
import { readVersion } from "./read-version.ts";
import { filesOf, memoryContents, repositoryWith, sh, undo, writeAll } from "./scan.fixture.ts";

/** The same files in a repository and in a plain folder. */
const PLACES: Readonly<Record<string, (t: TestContext, files: Readonly<Record<string, string>>) => string>> = {
  "a repository": (t, files) => repositoryWith(t, files),
  "a plain folder": (t, files) => {
    const root = temporaryFolder(t);
    writeAll(root, files);
    return root;
  },
};

for (const [place, make] of Object.entries(PLACES)) {
  test(`in ${place}, files with any name come back`, async (t) => {
    const names = [
      "a\nb",
      "tab\t",
      "quote\"'",
      "back\\slash",
      "-n",
      " ",
      "\u00e9",
      "e\u0301",
      "🎈",
      "\uE000",
      "*?[a]",
      "$HOME",
      ":(top)",
      "#a",
      "a\r",
    ];
    const root = make(t, Object.fromEntries(names.flatMap((name) => [name, `d ${name}/${name}`].map((path) => [path, name]))));
    const before = filesOf(root);
    const { changes, refused } = await undo(root, () => sh(root, "find . -name .git -prune -o -type f -exec rm {} +; touch ./-x"));
    assert.deepEqual([changes.length, refused], [names.length * 2 + 1, []]);
    assert.deepEqual(filesOf(root), before);
  });

  test(`in ${place}, a file whose name is not UTF-8 is not recorded, and others come back`, async (t) => {
    const root = make(t, { a: "1" });
    const bad = (prefix: string): Buffer => Buffer.concat([Buffer.from(`${root}/${prefix}`), Buffer.from([0xff])]);
    writeFileSync(bad("x"), "mine");
    mkdirSync(bad("folder"));
    writeFileSync(Buffer.concat([bad("folder"), Buffer.from("/f")]), "mine");
    const { changes, refused } = await undo(root, () => {
      writeFileSync(bad("x"), "changed");
      writeFileSync(bad("new"), "new");
      writeFileSync(join(root, "a"), "2");
    });
    assert.deepEqual([changes.map(({ path }) => path), refused], [[join(root, "a")], []]);
    assert.deepEqual([readFileSync(bad("x"), "utf8"), readFileSync(join(root, "a"), "utf8")], ["changed", "1"]);
  });

  test(`in ${place}, FIFOs and sockets are neither read nor removed`, async (t) => {
    const root = make(t, { a: "1", b: "2" });
    const server = createServer().listen(join(root, "socket"));
    t.after(() => server.close());
    await once(server, "listening");
    sh(root, "mkfifo fifo");
    const { changes, refused } = await undo(root, () => sh(root, "rm a; mkfifo a; mkfifo other; rm fifo; echo x > fifo; rm b"));
    assert.deepEqual(changes.map(({ path }) => path.slice(root.length + 1)).toSorted(), ["a", "b", "fifo"]);
    assert.deepEqual(refused, [["a", "something else is there now"]]);
    assert.deepEqual(
      readdirSync(root)
        .filter((name) => name !== ".git")
        .toSorted(),
      ["a", "b", "other", "socket"],
    );
  });

  test(`in ${place}, each name of a file with several comes back`, async (t) => {
    const root = make(t, { a: "1" });
    linkSync(join(root, "a"), join(root, "b"));
    const outside = join(temporaryFolder(t), "c");
    linkSync(join(root, "a"), outside);
    const { refused } = await undo(root, () => sh(root, "echo changed > a; ln b d"));
    assert.deepEqual(refused, []);
    assert.deepEqual(filesOf(root), { a: "644 1", b: "644 1" });
    assert.equal(readFileSync(outside, "utf8"), "changed\n");
  });

  test(`in ${place}, new files over the limit are refused, and the others removed`, async (t) => {
    const root = make(t, { a: "1" });
    const { changes, refused } = await undo(root, () => sh(root, "mkdir n; for i in $(seq 300); do echo $i > n/$i; done"), {
      limits: { files: 200 },
    });
    assert.deepEqual([changes.length, refused.length], [300, 0]);
    assert.ok(changes.filter(({ after }) => after?.kind === "file" && after.omitted === "many").length >= 100);
  });

  test(`in ${place}, a scan while a program changes files finds their last state later`, async (t) => {
    const root = make(t, { a: "1" });
    const scanner = folderScanners()(root, memoryContents());
    assert.ok(scanner !== undefined);
    const before = await scanner.scan();
    const loop = "i=0; while [ -e go ]; do i=$((i+1)); echo $i > a; echo $i > t; mv t b; rm -rf d; mkdir d; echo $i > d/f; done";
    writeFileSync(join(root, "go"), "");
    const writer = spawn("bash", ["-c", loop], { cwd: root, stdio: "ignore" });
    const ended = once(writer, "exit");
    let last = before;
    for (let scan = 0; scan < 10; scan++) last = await scanner.scan(last);
    renameSync(join(root, "go"), join(root, "stopped"));
    await ended;
    const after = await scanner.scan(last);
    const again = folderScanners()(root, memoryContents());
    const found = await scanner.differences(before, after);
    const contents = await again?.versions(found.map(({ path }) => path));
    assert.ok(found.some(({ path }) => path.endsWith("/a")));
    for (const [at, { after: version }] of found.entries()) assert.deepEqual(version, contents?.[at]);
  });

  test(`in ${place}, files that cannot be read are refused, and others come back`, { skip: process.getuid?.() === 0 }, async (t) => {
    const root = make(t, { a: "1", b: "2", "d/f": "3", "e/f": "4" });
    chmodSync(join(root, "e"), 0o000);
    writeAll(root, { secret: "x" });
    chmodSync(join(root, "secret"), 0o000);
    const { refused } = await undo(root, () => sh(root, "rm -f b secret; echo x > a; chmod 000 d"));
    sh(root, "chmod 700 d e");
    assert.deepEqual(
      refused.map(([path]) => path).filter((path) => path !== "d/f"),
      ["secret"],
    );
    assert.deepEqual([readFileSync(join(root, "a"), "utf8"), existsSync(join(root, "b"))], ["1", true]);
  });
}

test("a FIFO that took the place of a file is not read as an empty file", async (t) => {
  const root = repositoryWith(t, { a: "1" });
  const { statSync } = process.getBuiltinModule("node:fs");
  const stats = statSync(join(root, "a"));
  sh(root, "rm a; mkfifo a");
  assert.equal(await readVersion(join(root, "a"), stats, { kind: "hash" }), undefined);
});

test("a folder where git takes too long is not scanned, and not again", async (t) => {
  const root = repositoryWith(t, { a: "1" });
  const programs = temporaryFolder(t);
  writeFileSync(join(programs, "git"), "#!/bin/sh\nexec sleep 30\n", { mode: 0o755 });
  const env = { PATH: `${programs}:${process.env["PATH"]}` };
  const scanner = folderScanners({ env, limits: { gitTime: 50 } })(root, memoryContents());
  await assert.rejects(async () => scanner?.scan(), { message: "git took more than 0.05 s to list its files." });
  assert.equal(scanner?.isTooLarge, true);
});
