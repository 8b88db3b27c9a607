import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { ModelInfo } from "../model/index.ts";
import { Edits } from "./edits.ts";
import { INVARIANTS, withContinueNote } from "./invariants/index.ts";
import { cuts, project } from "./project.ts";
import { brokenHistories, live } from "./broken-history.fixture.ts";
import { assistant, BLIND, call, MODEL, result, RUN, user } from "./messages.fixture.ts";
import { pathOf, pathOfMessages, messageFact } from "./path.fixture.ts";
import { assertAccepted } from "./provider-rules.fixture.ts";
import { wholeHistories } from "./whole-history.fixture.ts";

const models: fc.Arbitrary<ModelInfo> = fc.constantFrom(MODEL, BLIND);
const policies = fc.constantFrom("never", "run", "sameModel" as const);

test("L20, P16, P17, P18, P26: every provider accepts the projection of any log", async () => {
  await fc.assert(
    fc.asyncProperty(brokenHistories, models, policies, async (life, model, reasoning) => {
      assertAccepted(withContinueNote(project(await live(life), { model, runId: RUN, reasoning })), model);
    }),
    { numRuns: 1000 },
  );
});

test("L20: projecting a projection does not change it", async () => {
  await fc.assert(
    fc.asyncProperty(brokenHistories, models, policies, async (life, model, reasoning) => {
      const options = { model, runId: RUN, reasoning };
      const once = project(await live(life), options);
      assertSame(project(pathOfMessages(once, RUN), options), once);
    }),
    { numRuns: 200 },
  );
});

test("a projection does not modify the log", async () => {
  await fc.assert(
    fc.asyncProperty(brokenHistories, async (life) => {
      const path = deepFreeze(await live(life));
      assert.doesNotThrow(() => project(path, { model: BLIND, runId: RUN }));
    }),
    { numRuns: 100 },
  );
});

test("a valid history consists of the same objects as its entries", () => {
  fc.assert(
    fc.property(wholeHistories, (messages) => {
      assertSame(project(pathOfMessages(messages, RUN), { model: MODEL, runId: RUN }), messages);
    }),
  );
});

test("sends the same objects again when the history has grown", async () => {
  await fc.assert(
    fc.asyncProperty(wholeHistories, fc.nat(), async (messages, cut) => {
      const options = { model: BLIND, runId: RUN, edits: new Edits() };
      const path = pathOfMessages(messages, "run-before");
      const turns = messages.flatMap(({ role }, at) => (role === "user" ? [at] : []));
      const before = project(path.slice(0, turns[cut % turns.length]), options);
      assertSame(project(path, options).slice(0, before.length), before);
    }),
  );
});

test("two projections without shared state are equal", async () => {
  await fc.assert(
    fc.asyncProperty(brokenHistories, async (life) => {
      const path = await live(life);
      assert.deepEqual(project(path, { model: MODEL, runId: RUN }), project(path, { model: MODEL, runId: RUN }));
    }),
    { numRuns: 50 },
  );
});

test("both halves of a cut history are valid", async () => {
  await fc.assert(
    fc.asyncProperty(brokenHistories, async (life) => {
      const options = { model: MODEL, runId: RUN };
      const whole = project(await live(life), options);
      for (const at of cuts(whole)) {
        assertSame(project(pathOfMessages(whole.slice(0, at), RUN), options), whole.slice(0, at));
        const rest = project(pathOfMessages(whole.slice(at), RUN), options);
        assertSame(rest.slice(rest.length - (whole.length - at)), whole.slice(at));
      }
    }),
    { numRuns: 50 },
  );
});

test("a cut is possible everywhere except between a call and its results", () => {
  const history = [user("a"), assistant([call("1"), call("2")]), result("1"), result("2"), assistant(["b"])];
  assert.deepEqual(cuts(history), [1, 4]);
});

test("S1-55: user, assistant and tool messages stay separate, in log order", () => {
  const history = [user("a"), user("b"), assistant([call("1"), call("2")]), result("1"), result("2")];
  assertSame(project(pathOfMessages(history), { model: MODEL }), history);
});

test("S0-66: the model sees a command run with !, and not one with !!", () => {
  const shell = { type: "shell", command: "git status", output: "clean\n", exitCode: 0 } as const;
  const path = pathOf([messageFact(user("a")), { ...shell, include: true }, { ...shell, command: "env", include: false }]);
  const texts = project(path, { model: MODEL }).map(({ content }) => content[0]);
  assert.deepEqual(texts, [
    { type: "text", text: "a" },
    { type: "text", text: "I ran this command myself:\n$ git status\nclean\n[exit code 0]" },
  ]);
});

test("the model sees no entries from before the last reset", () => {
  const reset = { type: "reset" } as const;
  assert.deepEqual(
    project(pathOf([messageFact(user("a")), reset, messageFact(user("b")), reset, messageFact(user("c"))]), { model: MODEL }),
    [user("c")],
  );
});

test("skips entries without messages", () => {
  const path = [...pathOfMessages([user("a")]), { seq: 9, id: "e9", parent: "e0", at: 0, type: "label" }];
  assert.deepEqual(project(path, { model: MODEL }), [user("a")]);
});

test("an empty path gives an empty history", () => {
  assert.deepEqual(project([], { model: MODEL }), []);
});

test("each invariant has a unique name", () => {
  assert.equal(new Set(INVARIANTS.map(({ name }) => name)).size, INVARIANTS.length);
});

const assertSame = (actual: readonly unknown[], expected: readonly unknown[]): void => {
  assert.equal(actual.length, expected.length);
  for (const [at, message] of actual.entries()) assert.equal(message, expected[at], `message ${at} is another object`);
};

const deepFreeze = <Value>(value: Value, seen = new Set<unknown>()): Value => {
  if (typeof value !== "object" || value === null || seen.has(value)) return value;
  seen.add(value);
  for (const inner of Object.values(value)) deepFreeze(inner, seen);
  return Object.freeze(value);
};
