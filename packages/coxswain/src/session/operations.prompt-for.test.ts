import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { openScene } from "../runtime/runtime.fixture.ts";
import { promptFor } from "./operations.ts";

const Person = z.object({ name: z.string(), born: z.iso.date().transform((day) => Number(day.slice(0, 4))) });

test("an answer has the type of its schema, defaults and transforms included", async () => {
  await using scene = await openScene({ script: ['{"name":"Ada","born":"10 December 1815"}', '{"name":"Ada","born":"1815-12-10"}'] });
  const { outcome, output } = await promptFor(scene.session, "Who?", Person);
  assert.equal(outcome.kind, "done");
  const born: number | undefined = output?.born;
  assert.equal(born, 1815);
});

test("what JSON Schema cannot say is judged of the answer that the run came to", async () => {
  await using scene = await openScene({ script: ['{"word":"ada"}'] });
  const Palindrome = z.object({ word: z.string().refine((word) => word === Array.from(word).toReversed().join(""), "is no palindrome") });
  assert.deepEqual((await promptFor(scene.session, "Say one.", Palindrome)).output, { word: "ada" });

  await using other = await openScene({ script: ['{"word":"ship"}'] });
  const { outcome, output } = await promptFor(other.session, "Say one.", Palindrome);
  assert.equal(output, undefined);
  assert.deepEqual(outcome.kind === "failed" && outcome.error, {
    code: "output_invalid",
    message: "The model's answer does not match the output schema: word: is no palindrome",
  });
});

test("an outcome that is not done has no output", async () => {
  await using scene = await openScene({ script: ["no"] });
  const { outcome, ...rest } = await promptFor(scene.session, "Who?", Person, { repairs: 0 });
  assert.equal(outcome.kind, "failed");
  assert.deepEqual(rest, {});
});

test("a schema that cannot say itself as JSON Schema is refused, and nothing is asked", async () => {
  await using scene = await openScene({ script: ["never"] });
  await assert.rejects(promptFor(scene.session, "Who?", z.object({ at: z.date() })), { code: "output_schema" });
  const bare = { "~standard": { version: 1, vendor: "tests", validate: (value: unknown) => ({ value }) } } as const;
  await assert.rejects(promptFor(scene.session, "Who?", bare), {
    message: /a schema of tests cannot be converted to JSON Schema; write one/,
  });
  assert.equal(scene.model.requests.length, 0);
});
