import assert from "node:assert/strict";
import { chmodSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fact, headerOf, linesOf, NOON, openScene } from "./session-index.fixture.ts";

const DAY = 86_400_000;

test("lists a session with its title, first message, number of messages and cost", async (t) => {
  const { index, write } = openScene(t);
  const path = write(headerOf("one", { project: "example.org/ann/boat" }), [
    fact(0, { title: "Old" }),
    fact(1, { by: "user", text: "  Fix it\n" }),
    fact(2, { by: "assistant", text: "Done.", cost: 0.1 }),
    fact(3, { by: "assistant", cost: 0.2, title: "New" }),
  ]);
  assert.deepEqual(await index.list(), [
    {
      id: "one",
      path,
      cwd: "/project",
      project: "example.org/ann/boat",
      kind: undefined,
      parent: undefined,
      createdAt: NOON,
      updatedAt: Math.trunc(statSync(path).mtimeMs),
      title: "New",
      opening: "Fix it",
      model: undefined,
      messages: 3,
      cost: 0.3,
      isCostPartial: false,
      problem: undefined,
    },
  ]);
});

test("a session with a response whose price is not known has a partial cost, also if a sub-agent requested it", async (t) => {
  const { index, write } = openScene(t);
  const answer = (facts: Parameters<typeof fact>[1]) => [fact(0, { by: "user", text: "a" }), fact(1, { by: "assistant", ...facts })];
  write(headerOf("free"), answer({ cost: 0 }));
  write(headerOf("unpriced"), answer({ cost: null }));
  write(headerOf("of-agent"), [...answer({ cost: 1 }), fact(2, { cost: null, ofAgent: true })]);
  const listed = (await index.list()).map(({ id, cost, isCostPartial }) => [id, { cost, isCostPartial }]);
  assert.deepEqual(Object.fromEntries(listed), {
    free: { cost: 0, isCostPartial: false },
    unpriced: { cost: 0, isCostPartial: true },
    "of-agent": { cost: 1, isCostPartial: true },
  });
  assert.equal((await index.usage({ by: "model" })).lines[0]?.isCostPartial, true);
});

test("filters sessions by folder, project, model, time and cost, and sorts them by each amount", async (t) => {
  const { index, write } = openScene(t);
  const used = (path: string, at: number): void => utimesSync(path, at / 1000, at / 1000);
  used(write(headerOf("one", { cwd: "/work/boat", at: 3 }), [fact(0, { by: "user", text: "a", cost: 2 })]), NOON);
  used(write(headerOf("two", { cwd: "/work/boat/hull", at: 2 }), [fact(0, { by: "user" }), fact(1, { by: "user" })]), NOON - DAY);
  used(write(headerOf("three", { cwd: "/work/boats", at: 1, project: "example.org/ann/Boat" }), [fact(0, { cost: 1 })]), NOON - 2 * DAY);
  const listed = async (query: object): Promise<string> => (await index.list(query)).map(({ id }) => id).join();
  assert.equal(await listed({}), "one,two,three");
  assert.equal(await listed({ cwd: "/work/boat" }), "one");
  assert.equal(await listed({ project: "/work/boat" }), "one,two");
  assert.equal(await listed({ project: "boat" }), "one,three");
  assert.equal(await listed({ project: "%" }), "");
  assert.equal(await listed({ model: "MAKER/" }), "one,three");
  assert.equal(await listed({ since: NOON - DAY }), "one,two");
  assert.equal(await listed({ until: NOON - DAY }), "three");
  assert.equal(await listed({ minCost: 1 }), "one,three");
  assert.equal(await listed({ sort: "created" }), "one,two,three");
  assert.equal(await listed({ sort: "cost" }), "one,three,two");
  assert.equal(await listed({ sort: "messages", limit: 2 }), "two,one");
});

test("lists sessions of agents on request, and a session of an unknown kind like any other", async (t) => {
  const { index, write } = openScene(t);
  const agent = (id: string, parent: string) =>
    write(headerOf(id, { kind: "subagent", parent: { session: parent, entry: "e0" } }), [fact(0)]);
  write(headerOf("root"), [fact(0)]);
  agent("first", "root");
  agent("second", "first");
  agent("other", "elsewhere");
  write(headerOf("odd", { kind: "regatta" }), [fact(0)]);
  const listed = async (query: object): Promise<string> =>
    (await index.list(query))
      .map(({ id }) => id)
      .toSorted()
      .join();
  assert.equal(await listed({}), "odd,other,root");
  assert.equal(await listed({ agents: true }), "first,odd,other,root,second");
  assert.equal(await listed({ agentsOf: ["root"] }), "first,second");
  assert.equal(await listed({ agentsOf: ["first", "odd"] }), "second");
  const [first] = await index.list({ agentsOf: ["root"], limit: 1, sort: "created" });
  assert.deepEqual([first?.kind, first?.parent], ["subagent", first?.id === "first" ? "root" : "first"]);
});

test("a moved session belongs to its new folder", async (t) => {
  const { index, write } = openScene(t);
  write(headerOf("one"), [{ ...fact(0), type: "relocate", cwd: "/elsewhere" } as never]);
  assert.equal((await index.list({ cwd: "/elsewhere" })).length, 1);
  assert.equal((await index.list({ cwd: "/project" })).length, 0);
});

test("L6, L7: lists a damaged session as far as it can be read, and all others", async (t) => {
  const { index, write } = openScene(t);
  const folder = dirname(write(headerOf("whole"), [fact(0, { by: "user", text: "fine" })]));
  const files: Readonly<Record<string, string>> = {
    empty: "",
    torn: linesOf([headerOf("torn")]).slice(0, 20),
    headless: `garbage\n${linesOf([fact(0, { by: "user", text: "still here" })])}`,
    holed: `${linesOf([headerOf("holed"), fact(0, { by: "user", text: "a" })])}\0\0\0\n{}\n${linesOf([fact(1, { by: "user" })])}{"seq":2`,
    copied: linesOf([headerOf("whole"), fact(0, { by: "user", text: "copy" })]),
    absurd: linesOf([
      headerOf("absurd", { at: 1e300, project: 7 as never }),
      { ...fact(0), at: -1e300, type: "strange" },
      fact(1, { by: "user", text: "a", at: 9e15, cost: 1e300 }),
      fact(2, { cost: 1e300, at: 1e18 }),
    ]),
  };
  for (const [id, content] of Object.entries(files)) writeFileSync(join(folder, `${id}.jsonl`), content);
  mkdirSync(join(folder, "folder.jsonl"));
  const listed = await index.list({ cwd: "/project" });
  assert.deepEqual(Object.fromEntries(listed.map(({ id, problem, messages }) => [id, [problem?.replace(/^\/\S+ /, ""), messages]])), {
    whole: [undefined, 1],
    empty: ["is not a readable session. The file is empty. The file is unchanged.", 0],
    torn: ["is not a readable session. It does not begin with a session header. The file is unchanged.", 0],
    headless: ["is not a readable session. It does not begin with a session header. The file is unchanged.", 1],
    holed: [undefined, 2],
    copied: ['The file of session "copied" contains session "whole".', 1],
    absurd: [undefined, 1],
  });
  assert.equal((await index.search("still"))[0]?.session, "headless");
  assert.equal((await index.usage()).total.responses, 2);
});

test("reads a file that becomes readable", { skip: process.getuid?.() === 0 ? "root reads all" : false }, async (t) => {
  const { index, write } = openScene(t);
  const path = write(headerOf("one"), [fact(0, { by: "user", text: "a" })]);
  chmodSync(path, 0);
  assert.match((await index.list())[0]?.problem ?? "", /EACCES/);
  chmodSync(path, 0o600);
  assert.equal((await index.list())[0]?.problem, undefined);
});
