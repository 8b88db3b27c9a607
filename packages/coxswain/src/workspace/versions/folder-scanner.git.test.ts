import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { filesOf, git, nextSecond, repositoryWith, sh, undo, type Undone, writeAll } from "./scan.fixture.ts";

const FILES = { "a.txt": "one\ntwo\n", "b.bin": "\0\xff\r\n", "d/c.txt": "three\n", "d/e/f.txt": "four\n", empty: "" };

/** Changes, deletes, creates, moves and links files. */
const CHANGE =
  "echo x >> a.txt; rm b.bin; chmod 600 d/c.txt; mv d/e/f.txt g.txt; ln -s a.txt link; mkdir -p n; echo n > n/m; echo now > empty";

/** Asserts that a change of a folder is reverted, byte for byte. */
const comesBack = async (root: string, change: string | (() => void) = CHANGE): Promise<Undone> => {
  const before = filesOf(root);
  const undone = await undo(root, () => {
    if (typeof change === "string") sh(root, change);
    else change();
    assert.notDeepEqual(filesOf(root), before);
  });
  assert.deepEqual(undone.refused, []);
  assert.deepEqual(filesOf(root), before);
  return undone;
};

/** Forms of a repository. Each returns the folder of the session. */
const FORMS: Readonly<Record<string, (t: TestContext) => string>> = {
  "SHA-256": (t) => repositoryWith(t, FILES, "--object-format=sha256"),
  "an index of version 4": (t) => {
    const root = repositoryWith(t, FILES);
    git(root, "update-index", "--index-version", "4");
    return root;
  },
  "an index in two files": (t) => {
    const root = repositoryWith(t, FILES);
    git(root, "update-index", "--split-index");
    return root;
  },
  "a sparse index": (t) => {
    const root = repositoryWith(t, { ...FILES, "far/a": "1", "far/b": "2" });
    git(root, "sparse-checkout", "set", "--cone", "--sparse-index", "d");
    writeAll(root, { "far/b": "mine" });
    return root;
  },
  "a folder of git elsewhere": (t) => repositoryWith(t, FILES, `--separate-git-dir=${join(temporaryFolder(t), "git")}`),
  "a linked working tree": (t) => {
    const root = repositoryWith(t, FILES);
    const linked = join(temporaryFolder(t), "linked");
    git(root, "worktree", "add", "-q", linked);
    return linked;
  },
  "a folder below the top": (t) => {
    const below = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [`sub/folder/${name}`, text]));
    return join(repositoryWith(t, { ...below, "a.txt": "another" }), "sub", "folder");
  },
  "files that git does not check": (t) => {
    const root = repositoryWith(t, FILES);
    git(root, "update-index", "--assume-unchanged", "a.txt", "b.bin");
    git(root, "update-index", "--skip-worktree", "d/c.txt", "d/e/f.txt");
    return root;
  },
  "an index that is locked": (t) => {
    const root = repositoryWith(t, FILES);
    writeFileSync(join(root, ".git", "index.lock"), "");
    return root;
  },
  "a damaged index": (t) => {
    const root = repositoryWith(t, FILES);
    writeFileSync(join(root, ".git", "index"), "DIRC");
    return root;
  },
  conflicts: (t) => {
    const root = repositoryWith(t, FILES);
    sh(root, "git checkout -qb other; echo other > a.txt; git commit -qam other; git checkout -q -; echo main > a.txt; git commit -qam m");
    sh(root, "git merge other || true");
    assert.match(git(root, "status", "--porcelain"), /^UU a\.txt$/m);
    return root;
  },
  "another object in place of one": (t) => {
    const root = repositoryWith(t, FILES);
    const [one, other] = ["a.txt", "d/c.txt"].map((name) => git(root, "rev-parse", `:${name}`).trim());
    git(root, "replace", one ?? "", other ?? "");
    return root;
  },
  "no commit": (t) => {
    const root = temporaryFolder(t);
    git(root, "init", "-q");
    writeAll(root, FILES);
    return root;
  },
};

for (const [form, make] of Object.entries(FORMS))
  for (const isOld of [false, true]) {
    test(`files of a repository with ${form} come back${isOld ? ", if they are older than the index" : ""}`, async (t) => {
      const root = make(t);
      if (isOld) {
        await nextSecond(t);
        // Git writes its index again, unless it is locked or damaged.
        sh(root, "git update-index --refresh; git add a.txt; true");
      }
      await comesBack(root);
    });
  }

/** Conversions of files, by the attributes of `*.txt`. */
const CONVERSIONS: Readonly<Record<string, (root: string) => string>> = {
  "line ends by attributes": () => "text eol=crlf",
  "line ends by settings": (root) => {
    git(root, "config", "core.autocrlf", "true");
    return "";
  },
  "an identity": () => "ident",
  "an encoding of the same size": () => "working-tree-encoding=UTF-16LE",
  "a filter of the same size": (root) => {
    git(root, "config", "filter.lfs.clean", "tr a-z A-Z");
    git(root, "config", "filter.lfs.smudge", "tr A-Z a-z");
    return "filter=lfs -text";
  },
  "a filter that needs its program": (root) => {
    git(root, "config", "filter.lfs.clean", "git hash-object --stdin");
    git(root, "config", "filter.lfs.smudge", "echo smudged; cat");
    git(root, "config", "filter.lfs.required", "true");
    return "filter=lfs -text";
  },
};

for (const [conversion, prepare] of Object.entries(CONVERSIONS)) {
  test(`files with ${conversion} come back byte for byte`, async (t) => {
    const root = temporaryFolder(t);
    git(root, "init", "-q");
    const attributes = prepare(root);
    const utf16 = attributes.includes("UTF-16");
    // One character and one line end are as long in both encodings.
    const text = Buffer.from("中\n", utf16 ? "utf16le" : "utf8").toString("latin1");
    const id = `$Id: ${"0".repeat(40)} $\n`;
    writeAll(root, {
      ".gitattributes": `*.txt ${attributes}\n`,
      "a.txt": text,
      "b.bin": "0\r\n",
      "d/c.txt": utf16 ? text : `x\n${id}`,
      "d/e/f.txt": utf16 ? text : id,
    });
    git(root, "add", "-A");
    git(root, "commit", "-qm", "first");
    for (const name of ["a.txt", "d/c.txt", "d/e/f.txt"]) rmSync(join(root, name));
    git(root, "checkout", "-q", "--", ".");
    await nextSecond(t);
    git(root, "add", "b.bin");
    sh(root, "git update-index --refresh || true");
    await comesBack(root, "for f in a.txt d/c.txt d/e/f.txt; do echo changed > $f; done");
  });
}

test("files of nested repositories and of submodules come back, as do their own nested ones", async (t) => {
  const module = repositoryWith(t, { "m.txt": "module\r\n" });
  const root = repositoryWith(t, { ...FILES, ".gitignore": "/vendor\n" });
  git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", "-f", module, "vendor");
  git(root, "commit", "-qam", "module");
  for (const nested of ["nested", "nested/deep", "vendor/inner"]) {
    writeAll(root, { [`${nested}/x.txt`]: nested });
    sh(root, `git init -q ${nested}; git -C ${nested} add x.txt`);
  }
  await comesBack(
    root,
    `${CHANGE}; echo x > vendor/m.txt; rm vendor/inner/x.txt; echo x > nested/x.txt; echo y > nested/deep/x.txt; echo n > nested/new`,
  );
});

const REPLACEMENTS: Readonly<Record<string, string>> = {
  "a name in another case": "git mv a.txt A.txt; mv d D",
  "a file in place of a folder": "rm -r d; echo x > d",
  "a folder in place of a file": "rm a.txt; mkdir a.txt; echo x > a.txt/b",
  "a link in place of a folder": "mv d e; ln -s e d",
  "a link to itself in place of a folder": "rm -r d; ln -s d d",
  "a folder in place of a link": "rm link; mkdir link; echo x > link/y",
  "files that trade places": "mv a.txt t; mv b.bin a.txt; mv t b.bin",
};

for (const [replacement, command] of Object.entries(REPLACEMENTS)) {
  test(`${replacement} is reverted`, async (t) => {
    const root = repositoryWith(t, FILES);
    sh(root, "ln -s d link");
    const before = filesOf(root);
    const { refused } = await undo(root, () => sh(root, command));
    assert.deepEqual(refused, []);
    assert.deepEqual(filesOf(root), before);
  });
}

test("a repository in place of a file stays, and only its files are reverted", async (t) => {
  const root = repositoryWith(t, FILES);
  const { refused } = await undo(root, () => sh(root, "rm a.txt; git init -q a.txt; echo x > a.txt/y; rm b.bin"));
  assert.deepEqual(refused, [["a.txt", "something else is there now"]]);
  assert.deepEqual([readdirSync(join(root, "a.txt")), existsSync(join(root, "b.bin"))], [[".git"], true]);
});

const COMMANDS: Readonly<Record<string, string>> = {
  "git checkout of a branch": "git checkout -q other",
  "git rebase": "git checkout -q other; git rebase -q --autostash main",
  "git stash": "git stash -q -u",
  "git reset": "git reset -q --hard HEAD~1",
  "git gc": "echo x > a.txt; git commit -qam x; git reflog expire --expire=now --all; git gc -q --prune=now",
};

for (const [name, command] of Object.entries(COMMANDS)) {
  test(`files that ${name} changed come back`, async (t) => {
    const root = repositoryWith(t, FILES);
    sh(root, "git branch -M main; git checkout -qb other; echo o > o; rm d/c.txt; git add -A; git commit -qm o; git checkout -q main");
    sh(root, "echo second >> a.txt; git commit -qam second; echo mine >> b.bin; echo mine > untracked");
    await comesBack(root, command);
  });
}

/** Each damages the object of `a.txt`, which is a separate file. */
const DAMAGES: Readonly<Record<string, (object: string) => void>> = {
  "was deleted": (object) => rmSync(object),
  "is empty": (object) => writeFileSync(object, ""),
  "is not compressed": (object) => writeFileSync(object, "x"),
  "has another content": (object) => writeFileSync(object, process.getBuiltinModule("node:zlib").deflateSync("blob 8\0ONE\nTWO\n")),
};

for (const [damage, act] of Object.entries(DAMAGES)) {
  test(`a file whose object ${damage} is refused, and others come back`, async (t) => {
    const root = repositoryWith(t, FILES);
    await nextSecond(t);
    git(root, "add", ".");
    const before = filesOf(root);
    const hash = git(root, "rev-parse", ":a.txt").trim();
    const object = join(root, ".git", "objects", hash.slice(0, 2), hash.slice(2));
    const { refused } = await undo(root, () => {
      sh(root, "echo x > a.txt; rm b.bin; echo y > d/c.txt");
      chmodSync(object, 0o600);
      act(object);
    });
    assert.deepEqual(refused, [["a.txt", "its content was not stored"]]);
    assert.deepEqual(filesOf(root), { ...before, "a.txt": "644 x\n" });
  });
}

test("files whose bytes only git has are stored within the limits", async (t) => {
  const root = repositoryWith(t, { "a.txt": "123456", "b.txt": "1234", "c.txt": "5678" });
  await nextSecond(t);
  writeAll(root, { late: "" });
  git(root, "add", "late");
  const { refused, changes } = await undo(root, () => sh(root, "rm *.txt"), { limits: { fileBytes: 5, bytes: 6 } });
  const omitted = Object.fromEntries(changes.map(({ path, before }) => [basename(path), before?.kind === "file" && before.omitted]));
  assert.deepEqual(omitted, { "a.txt": "large", "b.txt": undefined, "c.txt": "budget" });
  assert.deepEqual(
    refused.map(([path]) => path),
    ["a.txt", "c.txt"],
  );
});

test("without git, files of a repository come back", async (t) => {
  const root = repositoryWith(t, FILES);
  const before = filesOf(root);
  await undo(root, () => sh(root, CHANGE), { env: { PATH: "" } });
  assert.deepEqual(filesOf(root), before);
});

test("a git that fails once the session has begun leads to refusals, and the rest comes back", async (t) => {
  const root = repositoryWith(t, { ...FILES, ".gitignore": "dist\n" });
  await nextSecond(t);
  writeAll(root, { "dist/mine": "precious", "untracked.txt": "mine", late: "" });
  git(root, "add", "late");
  const programs = temporaryFolder(t);
  const real = execFileSync("which", ["git"], { encoding: "utf8" }).trim();
  writeFileSync(join(programs, "git"), `#!/bin/sh\n[ -e '${programs}/broken' ] && exit 1\nexec ${real} "$@"\n`, { mode: 0o755 });
  const env = { PATH: `${programs}:${process.env["PATH"]}` };
  const { refused } = await undo(
    root,
    () => {
      sh(root, "echo x >> a.txt; rm untracked.txt; echo n > n");
      writeFileSync(join(programs, "broken"), "");
    },
    { env },
  );
  assert.deepEqual(refused, [["a.txt", "its content was not stored"]]);
  assert.equal(existsSync(join(root, "n")), false);
  assert.deepEqual(
    ["a.txt", "untracked.txt", "dist/mine"].map((name) => readFileSync(join(root, name), "utf8")),
    ["one\ntwo\nx\n", "mine", "precious"],
  );
});
