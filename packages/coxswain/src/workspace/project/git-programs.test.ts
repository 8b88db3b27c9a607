import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { gitPrograms } from "./git-programs.ts";

interface Repository {
  readonly root: string;
  /** A program that records its start, and prints its input. */
  readonly trap: string;
  readonly sprung: () => boolean;
}

const CONFIG = ["user.name=Ann", "user.email=ann@localhost", "protocol.file.allow=always"].flatMap((one) => ["-c", one]);
const ENV = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
const git = (root: string, ...words: readonly string[]): string =>
  execFileSync("git", ["-C", root, ...CONFIG, ...words], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], env: ENV });

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};

const makeRepository = (t: TestContext): Repository => {
  const home = temporaryFolder(t);
  const root = join(home, "boat");
  const trap = join(home, "trap.sh");
  writeFileSync(trap, `#!/bin/sh\ntouch '${join(home, "sprung")}'\n[ $# -gt 0 ] && exit 1\nexec cat\n`, { mode: 0o755 });
  mkdirSync(root);
  git(root, "init", "--quiet", "--initial-branch=main");
  write(join(root, "a.txt"), "one\n");
  write(join(root, "src", "deep", "b.txt"), "one\n");
  git(root, "add", ".");
  git(root, "commit", "--quiet", "-m", "One");
  return { root, trap, sprung: () => existsSync(join(home, "sprung")) };
};

/** Runs the commands that only show a repository. */
const showAll = (root: string): void => {
  for (const words of [
    ["status"],
    ["diff"],
    ["diff", "HEAD"],
    ["log", "-p"],
    ["show"],
    ["blame", "a.txt"],
    ["stash", "list"],
    ["branch", "-a"],
  ])
    spawnSync("git", ["-C", root, ...words], { stdio: "ignore", timeout: 20_000, env: ENV });
};

const config =
  (text: string, file = ".git/config") =>
  ({ root, trap }: Repository): void =>
    appendFileSync(join(root, file), text.replaceAll("TRAP", trap));
const attributes =
  (text: string, file: string) =>
  ({ root }: Repository): void =>
    write(join(root, file), text);
const all =
  (...steps: readonly ((repository: Repository) => void)[]) =>
  (repository: Repository): void => {
    for (const step of steps) step(repository);
  };
const FILTER = '[filter "evil"]\n\tclean = TRAP\n';

/** Ways in which a repository names a program that one of the commands runs. */
const HOSTILE: Readonly<Record<string, (repository: Repository) => void>> = {
  "a file system monitor": config("[core]\n\tfsmonitor = TRAP\n"),
  "a monitor after a comment with a backslash": config("[core] # \\\n\tfsmonitor = TRAP\n"),
  "a monitor beside its section": config("[CORE]FSMonitor=TRAP ; x\n"),
  "a monitor in a continued line": config("[core]\n\tfsmonitor = \\\nTRAP\n"),
  "an external diff program": config("[diff]\n\texternal = TRAP\n"),
  "a diff command for some files": all(config('[diff "evil"]\n\tcommand = TRAP\n'), attributes("*.txt diff=evil\n", ".gitattributes")),
  "a textconv driver": all(config('[diff "evil"]\n\ttextconv = TRAP\n'), attributes("*.txt diff=evil\n", ".git/info/attributes")),
  "a filter": all(config(FILTER), attributes("*.txt filter=evil\n", ".gitattributes")),
  "a filter in a macro": all(config(FILTER), attributes("[attr]x filter=evil\n*.txt x\n", ".gitattributes")),
  "a filter for a folder": all(config(FILTER), attributes("*.txt filter=evil\n", "src/deep/.gitattributes")),
  "a filter of the user's, named for a folder": all(attributes("*.txt filter=evil\n", "src/.gitattributes")),
  "an included file": all(
    config("[include]\n\tpath = ../evil\n"),
    config(FILTER, "evil"),
    attributes("*.txt filter=evil\n", ".gitattributes"),
  ),
  "a conditionally included file": all(
    config('[includeIf "gitdir:/"]\n\tpath = ../evil\n'),
    config("[core]\n\tfsmonitor = TRAP\n", "evil"),
  ),
  "a configuration of the worktree": all(
    config("[extensions]\n\tworktreeConfig = true\n"),
    config("[core]\n\tfsmonitor = TRAP\n", ".git/config.worktree"),
  ),
  "signatures that are checked": config("[log]\n\tshowSignature = true\n[gpg]\n\tprogram = TRAP\n"),
  "a hook": ({ root, trap }) =>
    writeFileSync(join(root, ".git", "hooks", "post-index-change"), `#!/bin/sh\n'${trap}' < /dev/null\n`, { mode: 0o755 }),
  "hooks elsewhere": config("[core]\n\thooksPath = x\n"),
  "a pager": config("[core]\n\tpager = TRAP\n"),
  "objects that are fetched": config('[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\tpromisor = true\n\turl = ext::TRAP\n'),
  "another working tree": config("[core]\n\tworktree = /tmp\n"),
  "a submodule": (repository) => {
    const { root, trap } = repository;
    git(root, "clone", "--quiet", root, join(root, "inner"));
    git(root, "add", "inner");
    appendFileSync(join(root, "inner", ".git", "config"), `[core]\n\tfsmonitor = ${trap}\n`);
  },
  "an index in two parts": ({ root }) => void git(root, "update-index", "--split-index"),
  "a damaged configuration": config("[core\n"),
  "a damaged index": ({ root }) => writeFileSync(join(root, ".git", "index"), "DIRC"),
  "no objects": ({ root }) => rmSync(join(root, ".git", "objects"), { recursive: true }),
};

for (const [feature, plant] of Object.entries(HOSTILE))
  test(`finds a reason to ask in a repository with ${feature}`, (t) => {
    const repository = makeRepository(t);
    plant(repository);
    const reasons = gitPrograms(repository.root, ENV);
    assert.ok(reasons.length > 0);
    assert.ok(gitPrograms(join(repository.root, "src"), ENV).length > 0, "in a folder of it");
  });

const SPRINGING = Object.keys(HOSTILE).slice(0, 10);

for (const feature of SPRINGING)
  test(`git runs a program when it shows a repository with ${feature}`, (t) => {
    const repository = makeRepository(t);
    HOSTILE[feature]?.(repository);
    write(join(repository.root, "a.txt"), "two\n");
    write(join(repository.root, "src", "deep", "b.txt"), "two\n");
    showAll(repository.root);
    assert.ok(repository.sprung());
  });

/** Ordinary repositories. */
const PLAIN: Readonly<Record<string, (repository: Repository) => string>> = {
  "nothing special": ({ root }) => root,
  "remotes, branches and names": (repository) => {
    config(
      '[remote "origin"]\n\turl = git@example.com:a/b.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n[branch "main"]\n\tremote = origin\n\tmerge = refs/heads/main\n\tvscode-merge-base = origin/main\n[user]\n\temail = a@example.com\n',
    )(repository);
    return repository.root;
  },
  "attributes without programs": (repository) => {
    attributes("* text=auto eol=lf\n*.png binary\n*.rs diff=rust\n*.lock -diff merge=union\n", ".gitattributes")(repository);
    return repository.root;
  },
  "a monitor that is switched off": (repository) => {
    config("[core]\n\tfsmonitor = false\n\tuntrackedCache = true\n")(repository);
    return repository.root;
  },
  "an index of version 4": ({ root }) => {
    git(root, "update-index", "--index-version", "4");
    return root;
  },
  "an index of version 3": ({ root }) => {
    write(join(root, "later"), "");
    git(root, "add", "--intent-to-add", "later");
    return root;
  },
  "a linked working tree": ({ root }) => {
    git(root, "worktree", "add", "--quiet", join(root, "..", "linked"));
    return join(root, "..", "linked");
  },
  "a submodule that is not checked out": ({ root }) => {
    git(root, "update-index", "--add", "--cacheinfo", `160000,${git(root, "rev-parse", "HEAD").trim()},vendor`);
    return root;
  },
  "hashes of SHA-256": ({ root }) => {
    const other = join(root, "..", "sha256");
    git(root, "init", "--quiet", "--object-format=sha256", other);
    write(join(other, "a.txt"), "");
    git(other, "add", ".");
    return other;
  },
  "no commits": ({ root }) => {
    const other = join(root, "..", "empty");
    git(root, "init", "--quiet", other);
    return other;
  },
  "no repository at all": ({ root }) => dirname(root),
};

for (const [feature, make] of Object.entries(PLAIN))
  test(`finds no reason to ask in a repository with ${feature}`, (t) => {
    assert.deepEqual(gitPrograms(make(makeRepository(t)), ENV), []);
  });

test("asks if the environment chooses another repository or names a program", (t) => {
  const { root } = makeRepository(t);
  for (const name of ["GIT_DIR", "GIT_WORK_TREE", "GIT_EXTERNAL_DIFF", "GIT_CONFIG_COUNT"])
    assert.deepEqual(gitPrograms(root, { ...ENV, [name]: "x" }), [`the environment sets ${name}`]);
  assert.deepEqual(gitPrograms(root, { ...ENV, GIT_CONFIG_GLOBAL: "own" }), ["the environment sets GIT_CONFIG_GLOBAL"]);
});

test("names the variable and its file in the reason", (t) => {
  const repository = makeRepository(t);
  config('[core]\n\tfsmonitor = TRAP\n[diff "evil"]\n\ttextconv = TRAP\n')(repository);
  attributes("*.bin filter=lfs diff=lfs merge=lfs -text\n", ".gitattributes")(repository);
  assert.deepEqual(gitPrograms(repository.root, ENV), [
    ".git/config sets core.fsmonitor",
    ".git/config sets diff.evil.textconv",
    ".gitattributes names the filter lfs",
    ".gitattributes names the diff driver lfs",
    ".gitattributes names the merge driver lfs",
  ]);
});

test("a file that `git blame` shows a line of is a reason, unless it has the usual name", (t) => {
  const repository = makeRepository(t);
  config("[blame]\n\tignoreRevsFile = .git-blame-ignore-revs\n")(repository);
  assert.deepEqual(gitPrograms(repository.root, ENV), []);
  config("[blame]\n\tignoreRevsFile = ../secret\n")(repository);
  assert.deepEqual(gitPrograms(repository.root, ENV), [".git/config sets blame.ignorerevsfile"]);
});
