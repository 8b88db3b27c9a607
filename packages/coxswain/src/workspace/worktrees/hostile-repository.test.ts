import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { gitWorktrees } from "./git-worktrees.ts";

/**
 * Configuration of a repository, and the plain git command that would run its program, if it needs no network and no
 * terminal.
 */
interface Hostility {
  readonly config?: string;
  readonly attributes?: string;
  readonly proof?: readonly string[];
  /** Additional setup. */
  readonly more?: (repository: Repository) => void;
  /** Environment of the user. */
  readonly env?: (trap: string) => Readonly<Record<string, string>>;
  /** The folder to create a worktree of. Default: the repository's. */
  readonly from?: string;
}

interface Repository {
  readonly home: string;
  readonly root: string;
  readonly trap: string;
}

const HOOKS = ["post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc", "fsmonitor-watchman"];

const plantHooks = (folder: string, trap: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of HOOKS) writeFileSync(join(folder, name), `#!/bin/sh\n'${trap}' < /dev/null > /dev/null\n`, { mode: 0o755 });
};

const FILTER = '[filter "evil"]\nclean = TRAP\nsmudge = TRAP\nrequired = true\n';
const STATUS = ["status", "--porcelain"];
const DIFF = ["diff"];

const HOSTILE: Readonly<Record<string, Hostility>> = {
  "a file system monitor": { config: "[core]\nfsmonitor = TRAP\n", proof: STATUS },
  "hooks in its folder": {
    more: ({ root, trap }) => plantHooks(join(root, ".git", "hooks"), trap),
    proof: ["checkout", "--quiet", "HEAD"],
  },
  "hooks elsewhere": {
    config: "[core]\nhooksPath = evil-hooks\n",
    more: ({ root, trap }) => plantHooks(join(root, "evil-hooks"), trap),
    proof: ["checkout", "--quiet", "HEAD"],
  },
  "a filter": { config: FILTER, attributes: "*.txt filter=evil\n", proof: DIFF },
  "a filter process": {
    config: '[filter "evil"]\nprocess = TRAP\nrequired = true\n',
    attributes: "*.txt filter=evil\n",
    proof: DIFF,
  },
  "a filter with an unusual name": { config: FILTER.replace("evil", "e.v i\\\\l"), attributes: '"*.txt" filter=e.v\n' },
  "a filter in an included file": {
    config: "[include]\npath = ../evil.config\n",
    attributes: "*.txt filter=evil\n",
    more: ({ root, trap }) => writeFileSync(join(root, "evil.config"), FILTER.replaceAll("TRAP", trap)),
    proof: DIFF,
  },
  "a filter in a file that is included for this folder": {
    config: '[includeIf "gitdir:/"]\npath = ../evil.config\n',
    attributes: "*.txt filter=evil\n",
    more: ({ root, trap }) => writeFileSync(join(root, "evil.config"), FILTER.replaceAll("TRAP", trap)),
    proof: DIFF,
  },
  "a filter in the settings of a worktree": {
    config: "[extensions]\nworktreeConfig = true\n",
    attributes: "*.txt filter=evil\n",
    more: ({ root, trap }) => writeFileSync(join(root, ".git", "config.worktree"), FILTER.replaceAll("TRAP", trap)),
    proof: DIFF,
  },
  "an external diff program": { config: "[diff]\nexternal = TRAP\n", proof: DIFF },
  "an external diff program for some files": {
    config: '[diff "evil"]\ncommand = TRAP\n',
    attributes: "*.txt diff=evil\n",
    proof: DIFF,
  },
  "a textconv driver": { config: '[diff "evil"]\ntextconv = TRAP\n', attributes: "*.txt diff=evil\n", proof: DIFF },
  "a merge driver": { config: '[merge "evil"]\ndriver = TRAP %A\n', attributes: "*.txt merge=evil\n" },
  "command aliases": { config: "[alias]\nstatus = !TRAP\nworktree = !TRAP\nrev-parse = !TRAP\nevil = !TRAP\n", proof: ["evil"] },
  "a pager": { config: "[core]\npager = TRAP\n[pager]\nstatus = true\nconfig = true\nrev-list = true\n" },
  "an editor": { config: "[core]\neditor = TRAP\n[sequence]\neditor = TRAP\n", proof: ["commit", "--allow-empty"] },
  "a signing program": {
    config: "[gpg]\nprogram = TRAP\n[commit]\ngpgSign = true\n[log]\nshowSignature = true\n",
    proof: ["commit", "--allow-empty", "-m", "x"],
  },
  "programs for fetching": {
    config:
      '[core]\nsshCommand = TRAP\ngitProxy = TRAP\naskPass = TRAP\n[credential]\nhelper = !TRAP\n[remote "origin"]\nurl = ssh://localhost/x\nfetch = +refs/heads/*:refs/remotes/origin/*\n',
    proof: ["fetch"],
  },
  "an external transport": { config: '[protocol "ext"]\nallow = always\n[remote "origin"]\nurl = ext::TRAP x\n', proof: ["fetch"] },
  "objects that are fetched on demand": {
    config:
      '[core]\nrepositoryFormatVersion = 1\nsshCommand = TRAP\n[extensions]\npartialClone = origin\n[remote "origin"]\nurl = ssh://localhost/x\npromisor = true\npartialCloneFilter = blob:none\n',
    more({ root }) {
      const objects = join(root, ".git", "objects");
      const blob = execFileSync("git", ["-C", root, "rev-parse", "HEAD:a.txt"], { encoding: "utf8" }).trim();
      rmSync(join(objects, blob.slice(0, 2), blob.slice(2)));
    },
    proof: ["cat-file", "-p", "HEAD:a.txt"],
  },
  "submodules with update commands": {
    config: '[submodule]\nrecurse = true\n[submodule "evil"]\nupdate = !TRAP\nactive = true\nurl = ./x\n',
  },
  "permissions for itself": { config: "[safe]\ndirectory = *\nbareRepository = all\n[core]\nfsmonitor = TRAP\n", proof: STATUS },
  "a bare repository among its files": {
    from: "inner",
    more({ root, trap }) {
      execFileSync("git", ["init", "--quiet", "--bare", join(root, "inner")]);
      appendFileSync(join(root, "inner", "config"), `[core]\nbare = false\nworktree = ..\nfsmonitor = ${trap}\n`);
      plantHooks(join(root, "inner", "hooks"), trap);
    },
  },
  "a file that points to another repository": {
    from: "inner",
    more({ root, trap }) {
      execFileSync("git", ["clone", "--quiet", "--separate-git-dir", join(root, "evil-git"), root, join(root, "inner")]);
      appendFileSync(join(root, "evil-git", "config"), `[core]\nfsmonitor = ${trap}\n${FILTER.replaceAll("TRAP", trap)}`);
      plantHooks(join(root, "evil-git", "hooks"), trap);
      writeFileSync(join(root, "evil-git", "info", "attributes"), "*.txt filter=evil\n");
    },
  },
  "no configuration, but hostile environment variables": {
    env: (trap) => ({
      GIT_EXTERNAL_DIFF: trap,
      GIT_SSH_COMMAND: trap,
      GIT_PAGER: trap,
      GIT_EDITOR: trap,
      GIT_ASKPASS: trap,
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.fsmonitor",
      GIT_CONFIG_VALUE_0: trap,
      GIT_CONFIG_PARAMETERS: `'core.fsmonitor=${trap}'`,
      GIT_TRACE2_EVENT: "1",
    }),
  },
};

const repositoryWith = (t: TestContext, { config = "", attributes = "", more }: Hostility): Repository => {
  const home = temporaryFolder(t);
  const root = join(home, "boat");
  const trap = join(home, "trap.sh");
  writeFileSync(trap, `#!/bin/sh\ntouch '${join(home, "sprung")}'\n[ $# -gt 0 ] && exit 1\nexec cat\n`, { mode: 0o755 });
  mkdirSync(root);
  plainGit(root, ["init", "--quiet", "--initial-branch=main"]);
  writeFileSync(join(root, "a.txt"), "one\n");
  plainGit(root, ["add", "."]);
  plainGit(root, ["commit", "--quiet", "-m", "One"]);
  if (attributes !== "") writeFileSync(join(root, ".git", "info", "attributes"), attributes);
  more?.({ home, root, trap });
  appendFileSync(join(root, ".git", "config"), config.replaceAll("TRAP", trap));
  writeFileSync(join(root, "a.txt"), "two\n");
  return { home, root, trap };
};

/** Runs git as a user would, without the user's settings. */
const plainGit = (root: string, args: readonly string[]) =>
  spawnSync("git", ["-C", root, "-c", "user.name=Ann", "-c", "user.email=ann@localhost", ...args], {
    stdio: "ignore",
    timeout: 20_000,
    env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" },
  });

for (const [feature, hostility] of Object.entries(HOSTILE)) {
  test(`our own git runs no program of a repository that has ${feature}`, async (t) => {
    const { home, root, trap } = repositoryWith(t, hostility);
    const sprung = (): boolean => existsSync(join(home, "sprung"));
    rmSync(join(home, "sprung"), { force: true });
    const env = { PATH: process.env["PATH"], HOME: home, ...hostility.env?.(trap) };
    const worktrees = gitWorktrees({ folder: join(home, "worktrees"), env });
    try {
      for (const changes of [false, true]) {
        const made = await worktrees.make(join(root, hostility.from ?? ""), "x");
        if (changes) writeFileSync(join(made.path, "a.txt"), "changed\n");
        assert.equal((await made.end()).kind, changes ? "kept" : "removed");
      }
    } catch (error) {
      // A worktree that needs such a program is rejected.
      assert.equal((error as Error).name, "WorktreeError");
    }
    assert.equal(sprung(), false);
    if (hostility.proof === undefined) return;
    plainGit(root, hostility.proof);
    assert.equal(sprung(), true, "plain git runs the program");
  });
}

test("creates a worktree of a repository that configures programs, if none of them is necessary", async (t) => {
  const { home, root } = repositoryWith(t, HOSTILE["a filter"] ?? {});
  const worktrees = gitWorktrees({ folder: join(home, "worktrees"), env: { PATH: process.env["PATH"], HOME: home } });
  const made = await worktrees.make(root, "x");
  assert.deepEqual(readdirSync(made.path).toSorted(), [".git", "a.txt"]);
  assert.deepEqual(await made.end(), { kind: "removed" });
});
