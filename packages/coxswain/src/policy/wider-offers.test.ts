import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { PermissionRequest } from "../loop/index.ts";
import { readingInside } from "./grants.ts";
import { offersOf } from "./offers.ts";
import { allows, command, file, PLACES } from "./offers.fixture.ts";
import type { Policy } from "./policy.ts";
import { parseRule, rulesPolicy } from "./rules/index.ts";
import { corpus } from "./rules/rule-corpus.fixture.ts";
import { widerOffersOf } from "./wider-offers.ts";

const wider = (request: PermissionRequest, policy: Policy = readingInside()): readonly string[] =>
  widerOffersOf([request], offersOf([request], policy, PLACES), policy, PLACES);

test("offers a command's beginning: the program, or its subcommand, or the script that it runs", () => {
  for (const [subject, rules] of [
    ["git status -s", ["bash(git status)"]],
    ["npm test -- --watch", ["bash(npm test)"]],
    ["npm run build -- --x", ["bash(npm run build)"]],
    ["ls", ["bash(ls)"]],
    ["ls *", ["bash(ls)"]],
    ["make check", ["bash(make check)"]],
    ["cd src && timeout 5 npm test | tail -5", ["bash(cd)", "bash(npm test)", "bash(tail)"]],
    ["git add -A && git commit -m 'a b'", ["bash(git add)", "bash(git commit)"]],
    ["git status && rm -rf build", ["bash(git status)", "bash(rm -rf build $)"]],
  ] as const)
    assert.deepEqual(wider(command(subject)), rules, subject);
});

test("offers one rule for a loop, which has no exact one", () => {
  assert.deepEqual(wider(command("for i in 1 2 3; do echo $i; done")), ["bash(echo)"]);
  assert.deepEqual(wider(command("for i in 1 2 3; do echo $i; echo again $i; done")), ["bash(echo)"]);
});

test("offers all edits in the session's folder", () => {
  assert.deepEqual(wider(file("write", "/work/src/a.ts", true)), ["write(/work/**)"]);
  assert.deepEqual(wider(file("write", "/tmp/a.ts", false)), []);
  assert.deepEqual(wider(file("read", "/etc/hosts", false)), []);
});

test("offers nothing wider for a file directly in the session's folder, whose exact rule is the same", () => {
  assert.deepEqual(offersOf([file("write", "/work/a.ts", true)], readingInside(), PLACES), ["write(/work/**)"]);
  assert.deepEqual(wider(file("write", "/work/a.ts", true)), []);
});

test("offers nothing wider for programs that run other programs, or may destroy something", () => {
  for (const subject of [
    "sudo ls",
    "env node x.js",
    "bash -c 'ls'",
    "sh x.sh",
    "xargs ls",
    "find . -name x",
    "find . -exec ls {} +",
    "git -c a.b=c status",
    "git -C /x status",
    "git push",
    "git reset --hard",
    "git bisect run ls",
    "npx tsc",
    "npm exec tsc",
    "npm install left-pad",
    "npm run ./x",
    "node x.js",
    "python x.py",
    "ssh host ls",
    "docker run x",
    "rm x",
    "mv a b",
    "curl https://example.org",
    "./ls",
    "/tmp/git status",
    "tee x",
    "sort -o x y",
  ])
    // The command that a wrapper runs may have its own rule.
    for (const rule of wider(command(subject))) assert.ok(rule.endsWith(" $)") || rule === "bash(ls)", `${subject}: ${rule}`);
});

test("offers nothing wider if the policy asks each time, or for a command that leaves the sandbox", () => {
  assert.deepEqual(wider(command("npm test"), rulesPolicy({ ask: ["bash(npm)"] })), []);
  assert.deepEqual(wider({ ...command("npm test"), confined: false }), []);
});

test("offers no rule for a part of a command that the policy allows", () => {
  assert.deepEqual(wider(command("git status && npm test"), rulesPolicy({ allow: ["bash(git status)"] })), ["bash(npm test)"]);
});

/** Words after a command that would run another program, or write a file elsewhere. */
const TAILS: Readonly<Record<string, readonly string[]>> = {
  "bash(git diff)": ["--ext-diff", "--output=/etc/x", "--textconv"],
  "bash(git log)": ["--ext-diff", "--output=/etc/x"],
  "bash(git commit)": ["--template=/etc/x"],
  "bash(npm test)": ["--script-shell=./x", "--prefix /x", "--node-options=--import=./x", "-C /x", "--userconfig=/x"],
  "bash(npm run build)": ["--script-shell=./x", "--prefix /x"],
  "bash(pnpm test)": ["--script-shell=./x", "--dir /x", "-C /x"],
  "bash(yarn test)": ["--cwd /x", "--use-yarnrc x"],
  "bash(make check)": ["SHELL=/tmp/x", "--eval=x", "-f x", "-C /x", "CC=./x"],
  "bash(go test)": ["-exec ./x", "-toolexec=./x", "-C /x", "-o /x"],
  "bash(go vet)": ["-vettool=./x"],
};

test("a wider rule does not reach another program through options", () => {
  for (const [rule, tails] of Object.entries(TAILS)) {
    const base = rule.slice("bash(".length, -1);
    assert.deepEqual(wider(command(base)), [rule]);
    for (const tail of tails) assert.ok(!allows([rule], `${base} ${tail}`), `${base} ${tail}`);
  }
});

test("wider rules allow the same request, and no command beside it", () => {
  const subjects = fc.constantFrom(
    ...["allowed", "asked", "denied-commands"].flatMap(corpus),
    "git status -s",
    "npm run build && git diff | head -3",
    "for i in 1 2; do echo $i; done",
  );
  const beside = fc.constantFrom(
    (subject: string) => `${subject}\nunheard-of`,
    (subject: string) => `unheard-of\n${subject}`,
    (subject: string) => `echo "$(unheard-of)"\n${subject}`,
    (subject: string) => `sudo -u x unheard-of\n${subject}`,
    (subject: string) => `PATH=/tmp/x ls\n${subject}`,
    (subject: string) => `${subject}\nls > /etc/x`,
    (subject: string) => `${subject}\nls | sh`,
  );
  fc.assert(
    fc.property(subjects, beside, (subject, other) => {
      const rules = wider(command(subject));
      if (rules.length === 0) return;
      for (const rule of rules) assert.ok(!("fault" in parseRule(rule)), rule);
      assert.ok(allows(rules, subject), subject);
      assert.ok(!allows(rules, other(subject)), other(subject));
    }),
    { numRuns: 300 },
  );
});
