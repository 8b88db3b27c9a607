import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { PermissionRequest } from "../loop/index.ts";
import { protectedPlaces } from "./protected/index.ts";
import { corpus, requestOf, ruledCommand } from "./rules/rule-corpus.fixture.ts";
import { commandReader } from "./shell/index.ts";
import { denySecrets } from "./secret-paths.ts";
import { judge, strictest } from "./policy.ts";
import { rulesPolicy } from "./rules/index.ts";
import { modePolicy, PERMISSION_MODES, type PermissionMode } from "./mode-policy.ts";

const REQUESTS = {
  "reading inside": { tool: "read", effect: "read", subject: "/work/a", inside: true },
  "reading outside": { tool: "read", effect: "read", subject: "/etc/hosts", inside: false },
  "writing inside": { tool: "edit", effect: "write", subject: "/work/a", inside: true },
  "writing outside": { tool: "edit", effect: "write", subject: "/tmp/a", inside: false },
  "writing at an unknown location": { tool: "edit", effect: "write", subject: "a" },
  "a command": { tool: "bash", effect: "execute", subject: "npm test", shell: "bash" },
  "a command in the sandbox": { tool: "bash", effect: "execute", subject: "npm test", shell: "bash", confined: true },
  "a command outside of the sandbox": { tool: "bash", effect: "execute", subject: "npm test", shell: "bash", confined: false },
  "a call that is not a command": { tool: "other", effect: "execute", subject: "{}", confined: true },
  "the network": { tool: "fetch", effect: "network", subject: "https://example.org" },
} as const satisfies Record<string, PermissionRequest>;

const allowedIn = (mode: PermissionMode): readonly string[] =>
  Object.entries(REQUESTS).flatMap(([name, request]) => (judge([request], modePolicy(mode)).verdict === "allow" ? [name] : []));

test("each mode allows everything that the stricter modes allow, and more", () => {
  const reading = ["reading inside"];
  assert.deepEqual(allowedIn("plan"), reading);
  assert.deepEqual(allowedIn("ask"), reading);
  assert.deepEqual(allowedIn("auto-edit"), [...reading, "writing inside", "a command in the sandbox"]);
  assert.deepEqual(allowedIn("yolo"), Object.keys(REQUESTS));
});

test("in every mode, rules that deny and ask apply, and secrets are not read", () => {
  for (const mode of PERMISSION_MODES) {
    const policy = strictest(modePolicy(mode), denySecrets({}), rulesPolicy({ ask: ["fetch(example.org)"], deny: ["edit"] }));
    assert.equal(judge([REQUESTS["writing inside"]], policy).verdict, "deny", mode);
    assert.equal(judge([{ tool: "read", effect: "read", subject: "/work/.env", inside: true }], policy).verdict, "deny", mode);
    assert.equal(judge([REQUESTS["the network"]], policy).verdict, "ask", mode);
  }
});

const PROGRAMS = [
  "ls",
  "ls -la src",
  "cat a.ts",
  "grep -rn x src",
  "rg x",
  "wc -l a.ts",
  "head -5 a.ts",
  "git status",
  "git diff --stat",
  "find . -name a",
];
const OTHERS = ["npm test", "rm -r build", "cat .env", "cat ../a", "echo x > a", "git push", "curl https://example.org", "$X", "node -e 1"];

test("no mode asks about or denies what a stricter one allows, whatever the command", async () => {
  const read = await commandReader();
  const tables = ["allowed", "usual", "asked", "denied-commands", "denied-confined"].flatMap(corpus);
  const part = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...PROGRAMS) }, fc.constantFrom(...OTHERS));
  const made = fc.tuple(part, fc.constantFrom(" | ", " && ", "; ", " || ", " & "), part).map((parts) => parts.join(""));
  const wrapped = fc.tuple(fc.constantFrom("", "timeout 5 ", "cd src && ", "FOO=1 "), made).map((parts) => parts.join(""));
  const command = fc.oneof(wrapped, made, part, fc.constantFrom(...tables));
  const reason = { program: "git", reason: "x" };
  const surroundings = fc.record({
    confined: fc.constantFrom(undefined, true, false),
    configured: fc.constantFrom(undefined, [], [reason], [{ ...reason, program: "rg" }]),
    effect: fc.constant("execute" as const),
  });
  const around = [
    denySecrets({ home: "/home/ada" }),
    protectedPlaces({ home: "/home/ada", folder: "/work" }),
    rulesPolicy({ allow: ["bash(npm test)"], deny: ["bash(rm -rf)"] }),
  ];
  let allowed = 0;
  fc.assert(
    fc.property(command, surroundings, (line, { confined, configured }) => {
      const { effects, ...plain } = requestOf(line, read(line));
      const request: PermissionRequest = {
        ...plain,
        ...(confined === undefined ? {} : { confined }),
        ...(effects === undefined ? {} : { effects: { ...effects, ...(configured === undefined ? {} : { configured }) } }),
      };
      const verdicts = PERMISSION_MODES.map((mode) => judge([request], strictest(...around, modePolicy(mode))).verdict);
      const first = verdicts.indexOf("allow");
      if (first === 0) allowed += 1;
      assert.ok(first === -1 || verdicts.slice(first).every((verdict) => verdict === "allow"), `${line}: ${verdicts.join(" ")}`);
    }),
    { numRuns: 1500 },
  );
  assert.ok(allowed > 100, `${allowed} are allowed in plan mode`);
});

test("reading commands run unasked in the default mode, unless they name a secret", async () => {
  const read = await commandReader();
  const policy = strictest(denySecrets({ home: "/home/ada" }), modePolicy("ask"));
  for (const line of ["ls", "grep -rn x src", "cat a.ts | head -5 | wc -l", "find . -name '*.ts'", "cd src && ls"])
    assert.equal(ruledCommand(line, policy, read).verdict, "allow", line);
  for (const line of ["cat .env", "grep x ~/.ssh/config", "grep -r x ~"])
    assert.equal(ruledCommand(line, policy, read).verdict, "deny", line);
  for (const line of ["cat .e*", "wc --files0-from=.env", "cat ../a", "grep -r x .. ", "ls > a", "npm test", "rg x example.org://a"])
    assert.notEqual(ruledCommand(line, policy, read).verdict, "allow", line);
});
