import assert from "node:assert/strict";
import { test } from "node:test";
import type { CommandEffects, PermissionRequest } from "../loop/index.ts";
import { allowAll } from "./grants.ts";
import { commandReader } from "./shell/index.ts";
import { judge, type Policy, strictest } from "./policy.ts";
import { rulesPolicy } from "./rules/index.ts";
import { withSavedRules } from "./saved-rules.ts";
import { ruledCommand } from "./rules/rule-corpus.fixture.ts";
import { modePolicy } from "./mode-policy.ts";

const plan = modePolicy("plan");
/** Plan mode where the workspace has found these reasons. */
const where =
  (configured: CommandEffects["configured"] & {}, more: Partial<PermissionRequest> = {}): Policy =>
  (request) =>
    plan({ ...request, ...more, ...(request.effects === undefined ? {} : { effects: { ...request.effects, configured } }) });
const verdict = (request: PermissionRequest, ...beside: readonly Policy[]): string => judge([request], strictest(plan, ...beside)).verdict;

const ALLOWED = [
  "ls",
  "ls -la src",
  "pwd",
  "cat README.md src/a.ts",
  "head -n 20 src/a.ts | tail -5",
  "sed -n '1,20p' src/a.ts",
  "grep -n 'export const' src/a.ts",
  "wc -l src/a.ts && echo done",
  "find . -name '*.ts' -newer package.json",
  "wc -c src/a.ts",
  "find src -fstype ext4",
  "ls -lR src",
  "ls -L src",
  "printf '100%%n' PATH",
  "sha256sum src/a.ts",
  "find src -type f | sort | uniq -c | head",
  "timeout 5 ls",
  "command ls",
  "command -v node",
  "printf '%s' x",
  "[ -f a ] && cat a",
  "cd src && ls",
  "ls missing 2> /dev/null || echo none",
  "ls 2>&1",
  "cat < src/a.ts",
  "test -f package.json && cat package.json",
  "date +%F",
  "date -u",
  "which node",
  "file src/a.ts",
  "du -sh src",
  "if test -d src; then ls src; fi",
  "{ ls; pwd; }",
  "LC_ALL=C sort src/a.ts",
  "grep -r x .",
  "grep -rn x src | head -5 | wc -l",
  "grep --recursive x src",
  "grep -d recurse x src",
  "grep -rL x src",
];

/** The repository decides too what git does. */
const GIT = [
  "git status",
  "git --no-pager log --oneline -20",
  "git diff HEAD~1 --stat",
  "git show HEAD:src/a.ts",
  "git branch -a",
  "git branch --list 'x*'",
  "git branch --show-current",
  "git tag --list 'v1*'",
  "git remote -v",
  "git tag -l 'v1*'",
  "git branch --contains HEAD",
  "git branch -a --no-merged main",
  "git stash list",
  "git worktree list",
  "git blame src/a.ts",
  "timeout 5 git status",
  "ls && git diff | head",
];

const DENIED = [
  "npm test",
  "node --version; rm -rf x",
  "rm a",
  "touch a",
  "mkdir a",
  "ls > files.txt",
  "ls >> files.txt",
  "ls | tee files.txt",
  "cat a > b",
  "echo x >| b",
  "echo x &> b",
  "cat <> b",
  "sort -o a b",
  "sort --outp=a b",
  "sort --compress-program=./x b",
  "uniq a b",
  "sed -i s/a/b/ a",
  "sed -n 'w b' a",
  "sed -n '1e rm' a",
  "sed -n 1p -i a",
  "sed s/a/b/ a",
  "awk 'BEGIN { system(\"rm a\") }'",
  "find . -delete",
  "find . -exec rm {} +",
  "find . -fprint x",
  "find / -name x",
  "find src -follow",
  "find -L src",
  "ls -RL",
  "ls --recursive --dereference",
  "du -L",
  "sort --o=b a",
  "printf x%n PATH; ls",
  "cat /etc/passwd",
  "cat ../other/a",
  "cat ~/notes",
  "ls ~",
  "cat *",
  "cat $X",
  "cat $(echo a)",
  "$X",
  "ls; $X",
  "ls `rm a`",
  "ls $(rm a)",
  "cat <(rm a)",
  "ls & rm a",
  "ls\nrm a",
  "ls() { rm a; }; ls",
  "f() { ls; }; f",
  "alias ls=rm; ls",
  "eval ls",
  "bash -c ls",
  "bash x.sh",
  "sh -c 'rm a'",
  "source x.sh",
  ". x.sh",
  "sudo ls",
  "env ls",
  "xargs cat < files",
  "nohup ls",
  "./ls",
  "/tmp/ls",
  "bin/cat a",
  "PATH=. ls",
  "printf -v PATH . && ls",
  "for PATH in .; do ls; done",
  "test -v 'a[$(rm b)]'",
  "[ -v 'a[$(rm b)]' ]",
  "command rm a",
  "command -p rm a",
  "LD_PRELOAD=./x.so ls",
  "export PATH=.",
  "cd; cat a",
  "cd - && cat a",
  "cd .. && ls",
  "cd src && cd lib && cat a",
  "cd sub && git status",
  "pushd src",
  "grep -R x src",
  "grep -rS x src",
  "rg -L x",
  "rg --follow x",
  "rg --pre ./x y",
  "rg --pre=./x y",
  "rg --hostname-bin ./x y",
  "rg -z x",
  "rg x ..",
  "RIPGREP_CONFIG_PATH=x rg y",
  "git log --show-signature",
  "git log --format=%G?",
  "git diff --submodule=diff",
  "git stash list --show-signature",
  "git stash show --submodule=diff",
  "git branch --format='%(signature)'",
  "git tag --list --sort=-signature:key",
  "git log --help",
  "git diff --no-index a b",
  "grep --dereference-recursive x src",
  "wc --files0-from=list",
  "wc --fi=list",
  "du --files0-from list",
  "find -files0-from list",
  "md5sum -c list",
  "sha256sum -wc list",
  "cksum --check list",
  "diff -r a b",
  "jq env a.json",
  "env",
  "printenv",
  "ps aux",
  "date -s 12:00",
  "date -f a",
  "date 010100002030",
  "hostname x",
  "file -C -m a",
  "tree -o x",
  "xxd a b",
  "git",
  "git commit -m x",
  "git add .",
  "git checkout main",
  "git stash",
  "git stash drop",
  "git branch x",
  "git branch -d x",
  "git branch --list -D x",
  "git branch -l x",
  "git tag v1",
  "git tag -d v1",
  "git tag -l v1 -d",
  "git tag -n1 v1",
  "git branch --contains HEAD -D x",
  "git branch -f --merged x y",
  "git remote add x y",
  "git remote update",
  "git fetch",
  "git pull",
  "git config user.name x",
  "git diff --output=x",
  "git diff --outp x",
  "git diff --ext-diff",
  "git log --textconv",
  "git -c core.pager=x log",
  "git -C .. status",
  "git --exec-path=. status",
  "git --git-dir=x status",
  "git grep x",
  "git show /etc/passwd",
  "git diff --no-index a /etc/passwd",
  "git worktree add x",
  "curl https://example.org",
  "ping example.org",
  "echo x > /dev/tcp/example.org/80",
  "if",
  "ls 'a",
  "",
  "A=1",
  "kill 1",
  "sleep 1 &",
  "exec ls",
  "trap 'rm a' EXIT",
  "ls -l | sh",
  "ls\u200b",
];

test("plan mode allows a command if every part is known and only reads inside the folder", async () => {
  const read = await commandReader();
  for (const command of ALLOWED) assert.deepEqual([command, ruledCommand(command, plan, read).verdict], [command, "allow"]);
});

test("reading with git is allowed if the repository names no program, in a sandbox, outside of it, and without one", async () => {
  const read = await commandReader();
  for (const command of [...GIT, "rg -n x src", "rg x | head"])
    for (const more of [{}, { confined: true }, { confined: false }])
      assert.deepEqual([command, ruledCommand(command, where([], more), read).verdict], [command, "allow"]);
});

test("reading with git is asked about if the repository names a program, with the reason", async () => {
  const read = await commandReader();
  const policy = where([{ program: "git", reason: ".git/config sets core.fsmonitor" }]);
  for (const command of GIT) {
    const { verdict: found, reasons } = ruledCommand(command, policy, read);
    assert.deepEqual([command, found], [command, "ask"]);
    assert.deepEqual(reasons, ["git may run other programs here: .git/config sets core.fsmonitor"]);
  }
  assert.equal(ruledCommand("ls", policy, read).verdict, "allow");
});

test("reading with git is asked about if no workspace has read the repository's configuration", async () => {
  const read = await commandReader();
  const { verdict: found, reasons } = ruledCommand("git status", plan, read);
  assert.equal(found, "ask");
  assert.deepEqual(reasons, ["git may run programs that its configuration names, which is not known"]);
});

test("plan mode allows reading with git if a rule or an answer does", async () => {
  const read = await commandReader();
  const answered = withSavedRules(plan, () => ["bash(git diff $)"], {});
  assert.equal(ruledCommand("git diff", answered, read).verdict, "allow");
  assert.equal(ruledCommand("git diff HEAD", answered, read).verdict, "ask");
  assert.equal(ruledCommand("git diff HEAD", strictest(plan, rulesPolicy({ allow: ["bash(git diff)"] })), read).verdict, "allow");
});

test("plan mode denies every other command, with advice what to do instead", async () => {
  const read = await commandReader();
  for (const command of DENIED) {
    const { verdict: found, reasons } = ruledCommand(command, plan, read);
    assert.deepEqual([command, found], [command, "deny"]);
    assert.match(reasons.join(), /^plan mode allows only reading.*; describe what you would do instead of doing it$/s);
  }
});

test("rules and answers allow nothing in plan mode that may change something", async () => {
  const read = await commandReader();
  const policy = strictest(plan, allowAll(), rulesPolicy({ allow: ["bash(npm test)", "write"] }));
  assert.equal(ruledCommand("npm test", policy, read).verdict, "deny");
  assert.equal(judge([{ tool: "write", effect: "write", subject: "/work/a", inside: true }], policy).verdict, "deny");
});

test("plan mode allows reading inside, asks about reading outside and the network, and denies everything else", () => {
  assert.equal(verdict({ tool: "read", effect: "read", subject: "/work/a", inside: true }), "allow");
  assert.equal(verdict({ tool: "read", effect: "read", subject: "/etc/hosts", inside: false }), "ask");
  assert.equal(verdict({ tool: "fetch", effect: "network", subject: "https://example.org" }), "ask");
  assert.equal(verdict({ tool: "write", effect: "write", subject: "/work/a", inside: true }), "deny");
  assert.equal(verdict({ tool: "mcp", effect: "execute", subject: "github/list" }), "deny");
  assert.equal(verdict({ tool: "bash", effect: "execute", subject: "ls", shell: "bash" }), "deny", "it was not parsed");
});

test("plan mode denies a command whose paths no workspace has resolved", async () => {
  const read = await commandReader();
  const request = { tool: "bash", effect: "execute", subject: "cat a", shell: "bash", effects: read("cat a") } as const;
  assert.equal(verdict(request), "deny");
});

test("plan mode allows nothing more in a sandbox", async () => {
  const read = await commandReader();
  const request = {
    tool: "bash",
    effect: "execute",
    subject: "npm test",
    shell: "bash",
    confined: true,
    effects: read("npm test"),
  } as const;
  assert.equal(verdict(request), "deny");
});
