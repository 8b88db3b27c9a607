import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CommandEffects, PermissionRequest } from "../loop/index.ts";
import { allowAll, commandReader, judge, parseRule, type Policy, readingInside, rulesPolicy, strictest } from "./index.ts";
import { offersOf } from "./offers.ts";
import { corpus } from "./rules/rule-corpus.fixture.ts";
import { withKept } from "./with-kept.ts";

const PLACES = { folder: "/work" };
const offers = (request: PermissionRequest, policy: Policy = readingInside()): readonly string[] => offersOf([request], policy, PLACES);
const file = (effect: "read" | "write", subject: string, inside: boolean): PermissionRequest => ({ tool: "edit", effect, subject, inside });

const reader = await commandReader();
const command = (subject: string): PermissionRequest => {
  const effects: CommandEffects = reader(subject);
  const paths = effects.paths.map((use) => ({ ...use, inside: !/^[/~]|\.\./.test(use.path) }));
  return { tool: "bash", effect: "execute", subject, shell: "bash", effects: { ...effects, paths } };
};
const keeping = (rules: readonly string[]): Policy =>
  withKept(
    () => undefined,
    () => rules,
    PLACES,
  );
const allows = (rules: readonly string[], subject: string): boolean => judge([command(subject)], keeping(rules)).verdict === "allow";

test("of a command exactly its simple commands are offered, and not what only begins like them", () => {
  assert.deepEqual(offers(command("npm test")), ["bash(npm test $)"]);
  assert.deepEqual(offers(command("cd src && timeout 5 npm run 'a b' | tail -5")), [
    "bash(cd src $)",
    "bash(npm run 'a b' $)",
    "bash(tail -5 $)",
  ]);
  const kept = offers(command("rm build"));
  assert.ok(allows(kept, "rm build"));
  for (const more of [
    "rm build -rf ~",
    "rm -rf build",
    "rm build src",
    "rm build; npm test",
    "rm build $X",
    "rm build > x",
    "sudo rm build",
  ])
    assert.equal(allows(kept, more), false, more);
});

test("of a command what the policy allows by itself is not offered, if the rest is enough", () => {
  const policy = rulesPolicy({ allow: ["bash(git status)", "bash(cd)"] });
  assert.deepEqual(offers(command("cd src && git status && npm test | tail -5"), policy), ["bash(npm test $)", "bash(tail -5 $)"]);
  assert.equal(
    judge(
      [command("git status && npm test")],
      withKept(policy, () => ["bash(npm test $)"], PLACES),
    ).verdict,
    "allow",
  );
  const ofNoRules: Policy = ({ effects }) =>
    effects?.commands.every(({ words }) => words[0]?.text === "git") === true ? { verdict: "allow", reason: "git is" } : undefined;
  assert.deepEqual(offers(command("git status && npm test"), ofNoRules), ["bash(git status $)", "bash(npm test $)"]);
});

test("a file that a command is redirected to is offered besides", () => {
  assert.deepEqual(offers(command("echo x > out/log")), ["bash(echo x $)", "write(out/log)"]);
});

test("of what is not known or in doubt nothing is offered", () => {
  for (const subject of [
    "$X",
    "npm run $X",
    "ls *",
    "sudo ls",
    "python -c x",
    "git -c a.b=c status",
    "LD_PRELOAD=x ls",
    "ls | sh",
    "if",
    "eval $X",
    "A=1",
    "",
  ])
    assert.deepEqual(offers(command(subject)), [], subject);
  assert.deepEqual(offers({ tool: "bash", effect: "execute", subject: "ls", shell: "bash" }), [], "nobody has read it");
});

test("of a command that asks to run without the sandbox nothing is offered, and no answer to another one holds for it", () => {
  const outside = { ...command("npm test"), confined: false };
  assert.deepEqual(offers(outside), []);
  assert.equal(judge([outside], keeping(["bash(npm test $)", "bash"])).verdict, "ask");
  assert.deepEqual(offers({ ...command("npm test"), confined: true }), ["bash(npm test $)"]);
});

test("of files inside the folder that they lie in is offered, of others the file alone", () => {
  assert.deepEqual(offers(file("write", "/work/src/a.ts", true)), ["write(/work/src/**)"]);
  assert.deepEqual(offers(file("write", "/tmp/a.ts", false)), ["write(/tmp/a.ts)"]);
  assert.deepEqual(offers(file("read", "/etc/hosts", false)), ["read(/etc/hosts)"]);
  assert.deepEqual(offers(file("write", "/a", true)), ["write(/a)"]);
  for (const odd of ["/tmp/a*", "/tmp/[a]", "/tmp/{a,b}", "/tmp/a ", "/tmp/a\nb"])
    assert.deepEqual(offers(file("write", odd, false)), [], odd);
});

test("of the network hosts are offered, and else the tool's name", () => {
  assert.deepEqual(offers({ tool: "fetch", effect: "network", subject: "https://Example.org:8080/x" }), ["fetch(example.org)"]);
  assert.deepEqual(offers({ tool: "fetch", effect: "network", subject: "file:///etc/hosts" }), []);
  assert.deepEqual(offers({ tool: "web_search", effect: "network", subject: "how" }), ["web_search"]);
  assert.deepEqual(offers({ tool: "mcp", effect: "execute", subject: "github/list" }), ["mcp(github/list)"]);
  assert.deepEqual(offers({ tool: "say", effect: "execute", subject: "ahoy" }), ["say"]);
});

test("what the policy wants to be asked is asked each time: nothing is offered", () => {
  assert.deepEqual(offers(command("npm test"), rulesPolicy({ ask: ["bash(npm)"] })), []);
  assert.deepEqual(
    offers(
      command("npm test"),
      strictest(allowAll(), () => ({ verdict: "ask", reason: "it is late" })),
    ),
    [],
  );
});

const WORDS = [
  "npm",
  "test",
  "rm",
  "-rf",
  "build",
  "a b",
  "it's",
  "$",
  "git",
  "status",
  "--output=x",
  "-c",
  "",
  "~",
  "*",
  "#",
  "echo",
  "é",
  '"',
  "&&",
] as const;
const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;

test("whatever is offered, keeping it allows the same and no command with more in it", () => {
  const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 });
  const between = fc.constantFrom(" && ", " | ", "; ", " || ", "\n");
  const line = fc.tuple(fc.array(words, { minLength: 1, maxLength: 3 }), between).map(([all, by]) => ({
    commands: all.map((one) => one.map(quote).join(" ")),
    by,
  }));
  // Behind a comment and a here-document only a new line goes on.
  const row = fc.constantFrom(...["allowed", "asked", "denied-commands"].flatMap(corpus)).map((one) => ({ commands: [one], by: "\n" }));
  fc.assert(
    fc.property(fc.oneof(line, row), fc.constantFrom(...WORDS), ({ commands, by }, more) => {
      const subject = commands.join(by);
      const kept = offers(command(subject));
      if (kept.length === 0) return;
      for (const rule of kept) assert.ok(!("fault" in parseRule(rule)), rule);
      assert.ok(allows(kept, subject), subject);
      assert.ok(!allows(kept, `${subject}${by}unheard-of`));
      assert.ok(!allows(kept, `unheard-of${by}${subject}`));
      // Of a shell's words behind its command line nothing is run.
      const last = commands.at(-1) ?? "";
      if (!last.startsWith("'")) return;
      assert.ok(!allows(kept, `${subject} $X`));
      const longer = `${last} ${quote(more)}`;
      if (!commands.includes(longer)) assert.ok(!allows(kept, [...commands.slice(0, -1), longer].join(by)), longer);
    }),
    { numRuns: 1000 },
  );
});
