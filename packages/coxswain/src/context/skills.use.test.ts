import assert from "node:assert/strict";
import { test } from "node:test";
import type { Entry, Fold } from "../log/index.ts";
import { estimateTextTokens } from "../model/index.ts";
import { preservedSkills, skillsUsed } from "./skills.ts";
import { skill } from "./skills.fixture.ts";

const entry = (fields: object): Entry => ({ id: "x", parent: null, seq: 0, at: 0, type: "", ...fields });
const loaded = (name: unknown): Entry => entry({ type: "skill_use", name, path: "" });
const messageFact = (words: unknown): Entry => entry({ type: "message", message: { role: "user", content: [], typed: words } });

const foldPath = <State>(fold: Fold<State>, entries: readonly Entry[]): State =>
  entries.reduce((state, one) => fold.apply(state, one), fold.initial);
const used = (...entries: readonly Entry[]): readonly string[] => foldPath(skillsUsed, entries);
const carried = (skills: readonly ReturnType<typeof skill>[], ...entries: readonly Entry[]) =>
  preservedSkills(skills, (fold) => foldPath(fold, entries));

test("records skills loaded by the model's tool and named by the user, the latest first", () => {
  assert.deepEqual(used(loaded("a"), messageFact("/skill:b now"), loaded("c"), loaded("a")), ["a", "c", "b"]);
  assert.deepEqual(used(messageFact("/review a"), messageFact(undefined)), []);
});

test("a restarted conversation has used no skills", () => {
  assert.deepEqual(used(loaded("a"), entry({ type: "reset" }), loaded("b")), ["b"]);
});

test("remembers the last 32", () => {
  assert.equal(used(...Array.from({ length: 100 }, (_, at) => loaded(`s${at}`))).length, 32);
});

test("a compaction preserves the used skills word for word, in their current version", () => {
  assert.deepEqual(carried([skill("a"), skill("b"), skill("c")], loaded("a"), messageFact("/skill:c go"), loaded("gone")), {
    name: "skills",
    text: '<skill name="c" path="/skills/c/SKILL.md">\nHow c is done.\n</skill>\n\n<skill name="a" path="/skills/a/SKILL.md">\nHow a is done.\n</skill>',
  });
  assert.equal(carried([skill("a")]), undefined);
  assert.equal(carried([], loaded("a")), undefined);
});

test("a long skill loses its middle, and of too many the earliest are omitted", () => {
  const long = (name: string) => skill(name, { body: `first ${"word ".repeat(20_000)} last` });
  const one = carried([long("a")], loaded("a"))?.text ?? "";
  assert.ok(estimateTextTokens(one) < 5_200);
  assert.match(one, /^<skill [^>]+>\nfirst .+ last\n<\/skill>$/s);
  const many = Array.from({ length: 10 }, (_, at) => `s${at}`);
  const all = carried(many.map(long), ...many.map(loaded))?.text ?? "";
  assert.ok(estimateTextTokens(all) < 25_000);
  assert.match(all, /"s9"/);
  assert.doesNotMatch(all, /"s0"/);
});
