import assert from "node:assert/strict";
import fc from "fast-check";
import { type CommandReader, commandReader } from "../shell/index.ts";
import type { Ruling } from "../policy.ts";
import { isPlain, shellText, withQuotes, WRAPPED } from "./disguises.fixture.ts";
import { corpus, corpusPolicy, ruledCommand } from "./rule-corpus.fixture.ts";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Ruling["verdict"], number>;
const TABLES = ["allowed", "usual", "asked", "denied-commands", "denied-confined"];

const judge = async (): Promise<(command: string) => number> => {
  const read = await commandReader();
  const policy = corpusPolicy();
  return (command) => STRICTNESS[ruledCommand(command, policy, read).verdict];
};

/** No input makes the reader fail, and a command after it is judged too. */
export const readsAnyText = async (rounds: number): Promise<void> => {
  const ruled = await judge();
  fc.assert(
    fc.property(shellText(), (command) => {
      assert.ok(ruled(command) >= 0);
      assert.ok(ruled(`${command}\n\nrm -rf victim`) >= STRICTNESS.ask);
    }),
    { numRuns: rounds },
  );
};

/** Lines that are too long or too deep to read completely are not allowed. @param share length as a fraction of the maximum */
export const readsLongLines = async (share: number): Promise<void> => {
  const ruled = await judge();
  const times = (text: string, most: number): string => text.repeat(most * share);
  const deep = (open: string, close: string, most: number): string => `${times(open, most)}rm -rf victim${times(close, most)}`;
  for (const command of [
    deep("(", ")", 5000),
    deep("$(", ")", 5000),
    deep("{ ", "; }", 5000),
    `echo ${deep('"$(', ')"', 1000)}`,
    `${times("sudo ", 15_000)}rm -rf victim`,
    `${times("eval ", 15_000)}rm -rf victim`,
    `echo ${times("{", 40_000)}; rm -rf victim`,
    `echo ${times("{a,b}", 200)}; rm -rf victim`,
    `echo ${times("$x", 20_000)}; rm -rf victim`,
    `echo ${times("$x ", 20_000)}; rm -rf victim`,
    `${times("x=1;", 20_000)} rm -rf victim`,
    `${times("x=$x$x;", 5000)} $x -rf victim`,
    `${times("true;", 19_000)} rm -rf victim`,
    `${times("true|", 15_000)} rm -rf victim`,
    `${times("echo 'sh s; sh t' > s; echo 'sh t; sh s' > t; sh s;", 1500)} rm -rf victim`,
    `echo x > s${times("; echo y >> s; sh s", 4000)}; rm -rf victim`,
    `{ ${times("echo a; ", 9000)} } > s; sh s; rm -rf victim`,
    `${times("{ ", 1000)} echo a ${times("; } > s", 1000)}; sh s; rm -rf victim`,
    `echo ${times("a", 99_000)} | xargs rm -rf`,
    `echo ${"a".repeat(200_000)}`,
  ])
    assert.ok(ruled(command) >= STRICTNESS.ask, command.slice(0, 60));
};

/** Quoting makes nothing more permissive. */
export const quotesLoosenNothing = async (rounds: number): Promise<void> => {
  const ruled = await judge();
  const plain = TABLES.flatMap(corpus).filter(isPlain);
  fc.assert(
    fc.property(fc.constantFrom(...plain), fc.array(fc.nat(6), { minLength: 12, maxLength: 12 }), (command, choices) => {
      const quoted = withQuotes(command, choices);
      assert.ok(ruled(quoted) >= ruled(command), quoted);
    }),
    { numRuns: rounds },
  );
};

/** True if the command is complete without the next line. */
const isWhole = (command: string, read: CommandReader): boolean =>
  !command.endsWith("\\") && !read(command).unresolved.some((reason) => reason.startsWith("it cannot be parsed"));

/** Wrapping makes nothing more permissive. */
export const wrappersLoosenNothing = async (rounds: number): Promise<void> => {
  const ruled = await judge();
  const read = await commandReader();
  const row = fc.constantFrom(...TABLES.flatMap(corpus));
  fc.assert(
    fc.property(
      row.filter((command) => isWhole(command, read)),
      fc.array(fc.constantFrom(...WRAPPED), { minLength: 1, maxLength: 3 }),
      (command, wrappers) => {
        const wrapped = wrappers.reduce((inner, wrap) => wrap(inner), command);
        assert.ok(ruled(wrapped) >= ruled(command), wrapped);
      },
    ),
    { numRuns: rounds },
  );
};

/** No wrapper makes any row of the corpus more permissive. */
export const eachWrapperLoosensNothing = async (): Promise<void> => {
  const ruled = await judge();
  const read = await commandReader();
  const looser = TABLES.flatMap(corpus).flatMap((command) => {
    if (!isWhole(command, read)) return [];
    const plain = ruled(command);
    return WRAPPED.map((wrap) => wrap(command)).filter((wrapped) => ruled(wrapped) < plain);
  });
  assert.deepEqual(looser, []);
};
