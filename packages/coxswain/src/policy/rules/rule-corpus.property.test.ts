import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { commandReader, type Ruling } from "../index.ts";
import { isPlain, shellText, withQuotes, WRAPPED } from "./disguises.fixture.ts";
import { corpus, corpusPolicy, ruledCommand } from "./rule-corpus.fixture.ts";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Ruling["verdict"], number>;
const TABLES = ["allowed", "usual", "asked", "denied-commands", "denied-confined"];

const judge = async (): Promise<(command: string) => number> => {
  const read = await commandReader();
  const policy = corpusPolicy();
  return (command) => STRICTNESS[ruledCommand(command, policy, read).verdict];
};

test("no text makes the reader fail, and of none it says that it is allowed where it cannot be read", async () => {
  const ruled = await judge();
  fc.assert(
    fc.property(shellText(), (command) => {
      assert.ok(ruled(command) >= 0);
      assert.ok(ruled(`${command}\n\nrm -rf victim`) >= STRICTNESS.ask);
    }),
    { numRuns: 500 },
  );
});

test("long and deep lines come to an end, and are not allowed where they are not read whole", async () => {
  const ruled = await judge();
  const deep = (open: string, close: string, times: number): string => `${open.repeat(times)}rm -rf victim${close.repeat(times)}`;
  for (const command of [
    deep("(", ")", 5000),
    deep("$(", ")", 5000),
    deep("{ ", "; }", 5000),
    `echo ${deep('"$(', ')"', 1000)}`,
    "sudo ".repeat(15_000) + "rm -rf victim",
    "eval ".repeat(15_000) + "rm -rf victim",
    `echo ${"{".repeat(40_000)}; rm -rf victim`,
    `echo ${"{a,b}".repeat(200)}; rm -rf victim`,
    `echo ${"$x".repeat(20_000)}; rm -rf victim`,
    `echo ${"$x ".repeat(20_000)}; rm -rf victim`,
    `${"x=1;".repeat(20_000)} rm -rf victim`,
    `${"x=$x$x;".repeat(5000)} $x -rf victim`,
    `${"true;".repeat(19_000)} rm -rf victim`,
    `${"true|".repeat(15_000)} rm -rf victim`,
    `echo ${"a".repeat(99_000)} | xargs rm -rf`,
    `echo ${"a".repeat(200_000)}`,
  ])
    assert.ok(ruled(command) >= STRICTNESS.ask, command.slice(0, 60));
});

test("quoting makes nothing more permissive", async () => {
  const ruled = await judge();
  const plain = TABLES.flatMap(corpus).filter(isPlain);
  fc.assert(
    fc.property(fc.constantFrom(...plain), fc.array(fc.nat(6), { minLength: 12, maxLength: 12 }), (command, choices) => {
      const quoted = withQuotes(command, choices);
      assert.ok(ruled(quoted) >= ruled(command), quoted);
    }),
    { numRuns: 300 },
  );
});

test("wrapping makes nothing more permissive", async () => {
  const ruled = await judge();
  const read = await commandReader();
  // What is half a line may be whole with the next one.
  const whole = TABLES.flatMap(corpus).filter(
    (command) => !command.endsWith("\\") && !read(command).doubts.some((doubt) => doubt.startsWith("it cannot be read")),
  );
  const row = fc.constantFrom(...whole);
  fc.assert(
    fc.property(row, fc.array(fc.constantFrom(...WRAPPED), { minLength: 1, maxLength: 3 }), (command, wrappers) => {
      const wrapped = wrappers.reduce((inner, wrap) => wrap(inner), command);
      assert.ok(ruled(wrapped) >= ruled(command), wrapped);
    }),
    { numRuns: 500 },
  );
});
