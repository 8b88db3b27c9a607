import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Entry } from "../log/index.ts";
import { Edits } from "./edits.ts";
import { project } from "./project.ts";
import { projection, type ProjectionRequest } from "./projection.ts";
import { brokenHistories, live } from "./broken-history.fixture.ts";
import { assistant, BLIND, call, MODEL, result, RUN, user } from "./messages.fixture.ts";
import { pathOfMessages } from "./path.fixture.ts";
import { wholeHistories } from "./whole-history.fixture.ts";

const requests: fc.Arbitrary<ProjectionRequest> = fc.record({
  model: fc.constantFrom(MODEL, BLIND),
  runId: fc.constantFrom(RUN, "run-before", undefined),
  reasoning: fc.constantFrom("never", "run", "sameModel" as const),
});

/** What becomes of a path as it grows: it is projected for the request before, or for another, or not at all. */
const moments = fc.array(
  fc.oneof(
    { arbitrary: fc.constant("again" as const), weight: 6 },
    { arbitrary: fc.constant("nothing" as const), weight: 2 },
    { arbitrary: requests, weight: 1 },
  ),
  { minLength: 1, maxLength: 30, size: "max" },
);

test("L20: whatever a log lives through, its path is projected as it would be from its beginning, to the object", async () => {
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
        assert.deepEqual(messages, project(path, request));
        assertSame(messages, project(path, { ...request, edits }));
      });
    }),
    { numRuns: 1000 },
  );
});

test("a request looks only at the entries that came since the one before", () => {
  fc.assert(
    fc.property(wholeHistories, (messages) => {
      let known = false;
      const unread = { get: (entry: Entry, key: keyof Entry) => (known ? assert.fail("a known entry was read") : entry[key]) };
      const path = pathOfMessages(messages, RUN).map((entry) => new Proxy(entry, unread));
      const projected = projection();
      projected(path, { model: MODEL, runId: RUN });
      known = true;
      for (const id of ["a", "b"]) {
        const turn = [assistant(["Words.", call(id)]), result(id), user("And?")];
        path.push(...pathOfMessages(turn, RUN));
        assertSame(projected(path, { model: MODEL, runId: RUN }).slice(-3), turn);
      }
    }),
  );
});

test("what was given out stays as it was when more comes", () => {
  const path = [...pathOfMessages([user("a")])];
  const projected = projection();
  const before = projected(path, { model: MODEL });
  path.push(...pathOfMessages([assistant([call("1")]), result("1")]));
  assert.equal(projected(path, { model: MODEL }).length, 3);
  assert.deepEqual(before, [user("a")]);
});

const assertSame = (actual: readonly unknown[], expected: readonly unknown[]): void => {
  assert.equal(actual.length, expected.length);
  for (const [at, message] of actual.entries()) assert.equal(message, expected[at], `message ${at} is another object`);
};
