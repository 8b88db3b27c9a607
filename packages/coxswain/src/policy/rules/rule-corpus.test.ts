import assert from "node:assert/strict";
import { test } from "node:test";
import { commandReader, type Ruling } from "../index.ts";
import { corpus, corpusPolicy, ruledCommand } from "./rule-corpus.fixture.ts";

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Ruling["verdict"], number>;

const TABLES = {
  allowed: "allow",
  usual: "allow",
  asked: "ask",
  "denied-commands": "deny",
  "denied-confined": "deny",
} as const;

const judged = async (): Promise<
  readonly { readonly command: string; readonly expected: Ruling["verdict"]; readonly ruling: Ruling }[]
> => {
  const read = await commandReader();
  const policy = corpusPolicy();
  return Object.entries(TABLES).flatMap(([name, expected]) =>
    corpus(name).map((command) => ({ command, expected, ruling: ruledCommand(command, policy, read) })),
  );
};

test("no command of the corpus is judged more permissively than it should be", async () => {
  const rows = await judged();
  assert.ok(rows.length >= 400, `${rows.length} rows`);
  const looser = rows.filter(({ expected, ruling }) => STRICTNESS[ruling.verdict] < STRICTNESS[expected]);
  assert.deepEqual(looser, []);
});

test("less than one in twenty is judged more strictly", async () => {
  const rows = await judged();
  const stricter = rows.filter(({ expected, ruling }) => STRICTNESS[ruling.verdict] > STRICTNESS[expected]);
  assert.ok(stricter.length < rows.length / 20, JSON.stringify(stricter, undefined, 1));
});

test("no command of the corpus stands in it twice", () => {
  const all = Object.keys(TABLES).flatMap(corpus);
  assert.deepEqual(
    all.filter((command, at) => all.indexOf(command) !== at),
    [],
  );
});

test("every judgement says why", async () => {
  for (const { command, ruling } of await judged())
    assert.ok(ruling.reasons.length > 0 && ruling.reasons.every((reason) => reason !== ""), command);
});

test("what a shell takes for a letter, or drops, and nobody sees is asked about", async () => {
  const read = await commandReader();
  const policy = corpusPolicy();
  const hidden = [
    "ls\r",
    "ls\r; ./x",
    "ls\0",
    "git status\u200B",
    "ls\u202Ex",
    "ls\u00A0-la; x",
    "git\u00A0status",
    "l\u0455",
    "\uFF4Cs",
    "ls\u2028x",
    "ls\x1B[2K",
  ];
  assert.deepEqual(
    hidden.filter((command) => ruledCommand(command, policy, read).verdict === "allow"),
    [],
  );
});
