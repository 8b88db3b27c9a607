import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Entry, entryList } from "../log/index.ts";
import { Edits } from "./edits.ts";
import { withContinueNote } from "./invariants/index.ts";
import { project } from "./project.ts";
import { projection, type ProjectionRequest } from "./projection.ts";
import { brokenHistories, live } from "./broken-history.fixture.ts";
import { assistant, BLIND, call, MODEL, png, result, RUN, thought, user } from "./messages.fixture.ts";
import { compaction, pathOf, pathOfMessages, messageFact } from "./path.fixture.ts";
import { wholeHistories } from "./whole-history.fixture.ts";

const requests: fc.Arbitrary<ProjectionRequest> = fc.record({
  model: fc.constantFrom(MODEL, BLIND, {
    ...MODEL,
    reasoningRules: { run: "demanded", calls: "demanded", answers: "tolerated" } as const,
  }),
  runId: fc.constantFrom(RUN, "run-before", undefined),
  reasoning: fc.constantFrom("never", "run", "sameModel" as const),
});

/** Actions while a path grows: project it for the same request, for another, or not at all. */
const moments = fc.array(
  fc.oneof(
    { arbitrary: fc.constant("again" as const), weight: 6 },
    { arbitrary: fc.constant("nothing" as const), weight: 2 },
    { arbitrary: requests, weight: 1 },
  ),
  { minLength: 1, maxLength: 30, size: "max" },
);

test("L20: for any log, an incremental projection gives the same objects as a full one", async () => {
  await fc.assert(
    fc.asyncProperty(brokenHistories, requests, moments, fc.boolean(), async (life, first, happening, midTurn) => {
      const edits = new Edits();
      const projected = projection(edits);
      let request = first;
      let seen = 0;
      await live(life, (path, left) => {
        if (left > 0 && !midTurn) return;
        const moment = happening[seen++ % happening.length] ?? "nothing";
        if (moment === "nothing") return;
        if (moment !== "again") request = moment;
        const messages = projected(path, request);
        assert.deepEqual(messages, withContinueNote(project(path.entries, request)));
        assertSame(messages, withContinueNote(project(path.entries, { ...request, edits })));
      });
    }),
    { numRuns: 1000 },
  );
});

test("reads only the entries added since the last request", () => {
  fc.assert(
    fc.property(wholeHistories, (messages) => {
      let isProjected = false;
      const unread = { get: (entry: Entry, key: keyof Entry) => (isProjected ? assert.fail("a known entry was read") : entry[key]) };
      const entries = pathOfMessages(messages, RUN).map((entry) => new Proxy(entry, unread));
      const path = entryList(entries);
      const projected = projection();
      projected(path, { model: MODEL, runId: RUN });
      isProjected = true;
      for (const id of ["a", "b"]) {
        const turn = [assistant(["Words.", call(id)]), result(id), user("And?")];
        entries.push(...pathOfMessages(turn, RUN));
        assertSame(projected(path, { model: MODEL, runId: RUN }).slice(-3), turn);
      }
    }),
  );
});

test("a returned array grows in place, so that a long history is not copied", () => {
  const entries = [...pathOfMessages([user("a")])];
  const path = entryList(entries);
  const projected = projection();
  const before = projected(path, { model: MODEL });
  entries.push(...pathOfMessages([assistant([call("1")]), result("1")]));
  const after = projected(path, { model: MODEL });
  assert.equal(after, before);
  assert.equal(after.length, 3);
});

test("another run reuses the previous projection, unless the model reasoned in the previous run", () => {
  const twoRuns = (answer: Parameters<typeof assistant>[0], model = MODEL) => {
    const entries = [...pathOfMessages([user("a"), assistant(answer), user("b")], RUN)];
    const path = entryList(entries);
    const projected = projection();
    const before = projected(path, { model, runId: RUN });
    entries.push(...pathOfMessages([user("c")], "run-2"));
    return { before, after: projected(path, { model, runId: "run-2" }) };
  };
  const plain = twoRuns(["b"]);
  assert.equal(plain.after, plain.before);
  const reasoned = twoRuns([thought("hm"), "b"]);
  assert.notEqual(reasoned.after, reasoned.before);
  assert.deepEqual(reasoned.after[1]?.content, [{ type: "text", text: "b" }]);
  const demanded = twoRuns([thought("hm"), "b"], {
    ...MODEL,
    reasoningRules: { run: "demanded", calls: "demanded", answers: "demanded" },
  });
  assert.equal(demanded.after, demanded.before);
  assert.deepEqual(demanded.after[1]?.content, [thought("hm"), { type: "text", text: "b" }]);
});

test("each request starts with the previous one, even if that one ended with an assistant message", () => {
  const entries = [...pathOfMessages([user("a"), assistant(["b"])])];
  const path = entryList(entries);
  const projected = projection();
  const before = projected(path, { model: MODEL });
  assert.deepEqual(
    before.map(({ role }) => role),
    ["user", "assistant", "user"],
  );
  entries.push(...pathOfMessages([assistant(["c"]), user("d")]));
  assertSame(projected(path, { model: MODEL }).slice(0, 3), before);
});

test("a trial without some items omits them, and does not affect the next request", () => {
  const path = entryList(pathOfMessages([user("a"), assistant(["b"]), user("c")]));
  const projected = projection();
  const before = projected(path, { model: MODEL });
  const tried = projected(path, { model: MODEL, without: [{ target: "e1" }, { target: "e0", part: 0 }] });
  assert.deepEqual(
    tried.map(({ role, content }) => [role, content[0]?.type === "text" && content[0].text]),
    [
      ["user", "[Omitted: the model's provider rejected it]"],
      ["user", "c"],
    ],
  );
  assert.equal(projected(path, { model: MODEL })[0], before[0]);
});

test("traces a part of a projected message to its entry and index, through all changes", () => {
  const messages = [user("a\ud83d"), assistant([thought("hm"), "", "b", call("1")]), result("1", "", png())];
  const path = entryList(pathOfMessages(messages, "run-before"));
  const projected = projection();
  const [asked, answered, answer] = projected(path, { model: MODEL });
  assert.ok(asked !== undefined && answered !== undefined && answer !== undefined);
  assert.deepEqual(projected.trace(path, asked), { target: "e0" });
  assert.deepEqual(projected.trace(path, asked, 0), { target: "e0" });
  assert.deepEqual(projected.trace(path, answered, 0), { target: "e1", part: 2 });
  assert.deepEqual(projected.trace(path, answered, 1), { target: "e1", part: 3 });
  assert.deepEqual(projected.trace(path, answer, 0), { target: "e2", part: 1 });
});

test("traces a user's shell command and a summary to their entries", () => {
  const shell = { type: "shell", command: "ls", output: "", exitCode: 0, include: true } as const;
  const path = entryList(pathOf([messageFact(user("a")), compaction(null), shell]));
  const projected = projection();
  assert.deepEqual(
    projected(path, { model: MODEL }).map((message) => projected.trace(path, message, 0)),
    [{ target: "e1" }, { target: "e2" }],
  );
});

test("does not trace a message that an invariant added", () => {
  const path = entryList(pathOfMessages([user("a"), assistant(["b"]), assistant([call("1")])]));
  const projecting = projection();
  const projected = projecting(path, { model: MODEL });
  assert.deepEqual(
    projected.map((message) => projecting.trace(path, message)?.target),
    ["e0", "e1", undefined, "e2", undefined],
  );
});

const assertSame = (actual: readonly unknown[], expected: readonly unknown[]): void => {
  assert.equal(actual.length, expected.length);
  for (const [at, message] of actual.entries()) assert.equal(message, expected[at], `message ${at} is another object`);
};
