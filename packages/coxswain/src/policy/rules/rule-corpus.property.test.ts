import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { commandReader, type Ruling } from "../index.ts";
import { corpus, corpusPolicy, ruledCommand } from "./rule-corpus.fixture.ts";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Ruling["verdict"], number>;
const TABLES = ["allowed", "asked", "denied-commands", "denied-elsewhere"];

const judge = async (): Promise<(command: string) => number> => {
  const read = await commandReader();
  const policy = corpusPolicy();
  return (command) => STRICTNESS[ruledCommand(command, policy, read).verdict];
};

/** What means something to a shell. */
const TOKENS = [
  " ",
  "  ",
  "\n",
  "\t",
  "\0",
  "\r",
  "\u{1F600}",
  ..."rm git status -rf --force echo sudo env xargs find -exec bash -c eval x A=1 1 é EOF $IFS".split(" "),
  ..."' \" ` \\ $ $( ) ( { } ${ $(( )) [[ ]] < > >> << <<< <( & && | || ; ;; ! # * ? [ ] ~ / , .. = += @ $'".split(" "),
  ..."if then fi for in do done case esac while function coproc time".split(" "),
];

test("no text makes the reader fail, and of none it says that it is allowed where it cannot be read", async () => {
  const ruled = await judge();
  const text = fc.oneof(
    fc.array(fc.constantFrom(...TOKENS), { maxLength: 60 }).map((tokens) => tokens.join("")),
    fc.array(fc.constantFrom(...TOKENS), { maxLength: 30 }).map((tokens) => tokens.join(" ")),
    fc.string({ unit: "binary", maxLength: 200 }),
  );
  fc.assert(
    fc.property(text, (command) => {
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

const QUOTED: readonly ((word: string) => string)[] = [
  (word) => word,
  (word) => `'${word}'`,
  (word) => `"${word}"`,
  (word) => `$'${word}'`,
  (word) => `${word.slice(0, 1)}''${word.slice(1)}`,
  (word) => word.replaceAll(/[a-z]/g, String.raw`\$&`),
  (word) => `${word.slice(0, 1)}"${word.slice(1)}"`,
];

test("quoting makes nothing more permissive", async () => {
  const ruled = await judge();
  const plain = TABLES.flatMap(corpus).filter(
    (command) => /^[\w./ -]+$/.test(command) && !/^(?:time|coproc|function|done|fi|if|case|for|select|set)\b/.test(command),
  );
  fc.assert(
    fc.property(fc.constantFrom(...plain), fc.array(fc.nat(QUOTED.length - 1), { minLength: 12, maxLength: 12 }), (command, choices) => {
      const words = command.trim().split(/ +/);
      const quoted = words.map((word, at) => QUOTED[choices[at % choices.length] ?? 0]?.(word) ?? word).join(" ");
      assert.ok(ruled(quoted) >= ruled(command), quoted);
    }),
    { numRuns: 300 },
  );
});

const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const WRAPPED: readonly ((command: string) => string)[] = [
  (command) => `bash -c ${shellQuoted(command)}`,
  (command) => `eval ${shellQuoted(command)}`,
  (command) => `timeout 5 sh -c ${shellQuoted(command)}`,
  (command) => `env A=1 nice bash -c ${shellQuoted(command)}`,
  (command) => `sudo bash -c ${shellQuoted(command)}`,
  (command) => `(\n${command}\n)`,
  (command) => `{\n${command}\n}`,
  (command) => `echo "$(\n${command}\n)"`,
  (command) => `true; ${command}`,
  (command) => `${command}\ntrue`,
  (command) => `if true; then\n${command}\nfi`,
  (command) => `for x in 1; do\n${command}\ndone`,
  (command) => `f() {\n${command}\n}; f`,
  (command) => `cat <(\n${command}\n)`,
  (command) => `trap ${shellQuoted(command)} EXIT`,
  (command) => `true || {\n${command}\n} &`,
  (command) => `bash <<'END_OF_IT'\n${command}\nEND_OF_IT`,
];

test("wrapping makes nothing more permissive", async () => {
  const ruled = await judge();
  const read = await commandReader();
  // What is half a line may be whole with the next one.
  const whole = TABLES.flatMap(corpus).filter((command) => !read(command).doubts.some((doubt) => doubt.startsWith("it cannot be read")));
  const row = fc.constantFrom(...whole);
  fc.assert(
    fc.property(row, fc.array(fc.constantFrom(...WRAPPED), { minLength: 1, maxLength: 3 }), (command, wrappers) => {
      const wrapped = wrappers.reduce((inner, wrap) => wrap(inner), command);
      assert.ok(ruled(wrapped) >= ruled(command), wrapped);
    }),
    { numRuns: 500 },
  );
});
