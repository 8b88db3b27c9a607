import assert from "node:assert/strict";
import { test } from "node:test";
import { commandReader } from "../shell/index.ts";
import { judge, type Ruling } from "../policy.ts";
import { modePolicy } from "../mode-policy.ts";
import { corpus, corpusPolicy, requestOf, ruledCommand } from "./rule-corpus.fixture.ts";

const policy = corpusPolicy();
const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Ruling["verdict"], number>;

const TABLES = {
  allowed: "allow",
  usual: "allow",
  asked: "ask",
  "denied-commands": "deny",
  "denied-confined": "deny",
} as const;

const read = await commandReader();
/** Read once for all tests. */
const rows = Object.entries(TABLES).flatMap(([name, expected]) =>
  corpus(name).map((command) => {
    const request = requestOf(command, read(command));
    return { command, expected, request, ruling: judge([request], policy) };
  }),
);

test("no command of the corpus is judged more permissively than it should be", () => {
  assert.ok(rows.length >= 400, `${rows.length} rows`);
  const looser = rows.filter(({ expected, ruling }) => STRICTNESS[ruling.verdict] < STRICTNESS[expected]);
  assert.deepEqual(looser, []);
});

test("less than one command in twenty is judged more strictly than it should be", () => {
  const stricter = rows.filter(({ expected, ruling }) => STRICTNESS[ruling.verdict] > STRICTNESS[expected]);
  assert.ok(stricter.length < rows.length / 20, JSON.stringify(stricter, undefined, 1));
});

test("no command is in the corpus twice", () => {
  const met = new Set<string>();
  const twice = rows.filter(({ command }) => met.size === met.add(command).size);
  assert.deepEqual(twice, []);
});

test("every judgement has a reason", () => {
  for (const { command, ruling } of rows) assert.ok(ruling.reasons.length > 0 && ruling.reasons.every((reason) => reason !== ""), command);
});

test("plan mode allows no command of the corpus that is asked about or denied", () => {
  const plan = modePolicy("plan");
  const run = rows.filter(({ expected, request }) => expected !== "allow" && judge([request], plan).verdict === "allow");
  assert.deepEqual(run, []);
});

test("commands with characters that are invisible, or that a shell drops, are asked about", () => {
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
