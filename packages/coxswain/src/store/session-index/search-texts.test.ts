import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonlStore } from "../jsonl-store.ts";
import { fact, headerOf, NOON, openScene } from "./session-index.fixture.ts";
import fc from "fast-check";
import { matchExpression } from "./search-texts.ts";

const HOUR = 3_600_000;

test("all words must occur, phrases in order, and a star matches any ending", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one"), [
    fact(0, { by: "user", text: "the naïve parser failed" }),
    fact(1, { by: "tool", text: "failed: a parser test" }),
  ]);
  const found = async (text: string): Promise<readonly string[]> => (await index.search(text)).map(({ entry }) => entry).toSorted();
  assert.deepEqual(await found("PARSER failed"), ["e0", "e1"]);
  assert.deepEqual(await found('"parser failed"'), ["e0"]);
  assert.deepEqual(await found("pars* tes*"), ["e1"]);
  assert.deepEqual(await found("naive"), ["e0"]);
  assert.deepEqual(await found("pars"), []);
});

test("a hit has its session, time, author and surrounding text", async (t) => {
  const { index, write } = openScene(t);
  const text = `${"before ".repeat(50)}here is the needle${" after".repeat(50)}`;
  write(headerOf("one"), [fact(0, { by: "assistant", text, at: NOON + 5 })]);
  const [hit] = await index.search("needle");
  assert.deepEqual([hit?.session, hit?.cwd, hit?.entry, hit?.at, hit?.by], ["one", "/project", "e0", NOON + 5, "assistant"]);
  assert.equal(hit?.snippet[1], "needle");
  assert.match(hit.snippet.join(""), /^….*here is the needle after.*…$/);
});

test("the best match comes first, and of equal ones the newest; a limit cuts the end of the list", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one"), [
    fact(0, { by: "user", text: "needle hay" }),
    fact(1, { by: "user", text: "needle hay", at: NOON + HOUR }),
    fact(2, { by: "user", text: `needle ${"hay ".repeat(40)}` }),
    fact(3, { by: "user", text: "needle needle" }),
  ]);
  assert.deepEqual(
    (await index.search("needle")).map(({ entry }) => entry),
    ["e3", "e1", "e0", "e2"],
  );
  assert.equal((await index.search("needle", { limit: 2 })).length, 2);
});

test("restricts a search to a folder, to a project, or to messages since a time", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one", { cwd: "/work/boat" }), [fact(0, { by: "user", text: "needle" })]);
  write(headerOf("two", { cwd: "/work/boat/hull" }), [fact(0, { by: "user", text: "needle", at: NOON + HOUR })]);
  const found = async (query: object): Promise<readonly string[]> =>
    (await index.search("needle", query)).map(({ session }) => session).toSorted();
  assert.deepEqual(await found({ cwd: "/work/boat" }), ["one"]);
  assert.deepEqual(await found({ project: "/work/boat" }), ["one", "two"]);
  assert.deepEqual(await found({ project: "HULL" }), ["two"]);
  assert.deepEqual(await found({ since: NOON + 1 }), ["two"]);
});

test("a message that contains match markers or a NUL is searched like any other", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one"), [fact(0, { by: "tool", text: "a\u0001false\u0002 mark\0 and a needle" })]);
  assert.deepEqual((await index.search("needle"))[0]?.snippet, ["a false  mark  and a ", "needle", ""]);
});

test("searches the start of a message stored as a blob, and works without the blob", async (t) => {
  const { directory, index } = openScene(t);
  const file = await jsonlStore({ directory }).create(headerOf("one"));
  const long = `first ${"filler ".repeat(20_000)} last`;
  await file.append([fact(0, { by: "tool", text: long }), fact(1, { by: "user", text: "short" })]);
  await file.close();
  assert.deepEqual(await Promise.all(["first", "last", "short"].map(async (word) => (await index.search(word)).length)), [1, 0, 1]);
});

test("quotes words, phrases and prefixes, so that nothing is an operator", () => {
  const expressions: Readonly<Record<string, string | undefined>> = {
    "one two": '"one" "two"',
    '"one two" thr*': '"one two" "thr"*',
    '"one tw"*': '"one tw"*',
    'open "phrase': '"open" "phrase"',
    "one AND NOT text:two": '"one" "AND" "NOT" "text:two"',
    "NEAR(a b) ^c +d -e": '"NEAR(a" "b)" "^c" "+d" "-e"',
    '-- * ** "" \'': undefined,
    "": undefined,
    'a"b"c': '"a" "b" "c"',
  };
  for (const [typed, expression] of Object.entries(expressions)) assert.equal(matchExpression(typed), expression, typed);
});

test("answers any query", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one"), [fact(0, { by: "user", text: "common words" })]);
  const hostile = fc.constantFrom('"', "*", "(", ")", "AND", "OR", "NOT", "NEAR", "^", ":", "{", "}", "-", "+", "\0", "'", "common", " ");
  const typed = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(hostile).map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(typed, async (text) => {
      await index.search(text);
    }),
  );
});
