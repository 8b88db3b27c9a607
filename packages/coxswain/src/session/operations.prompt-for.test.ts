import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { openScene } from "../runtime/runtime.fixture.ts";
import { promptFor } from "./operations.ts";

const Person = z.object({ name: z.string(), born: z.iso.date().transform((day) => Number(day.slice(0, 4))) });

test("the output has the schema's type, with transforms applied", async () => {
  await using scene = await openScene({ script: ['{"name":"Ada","born":"10 December 1815"}', '{"name":"Ada","born":"1815-12-10"}'] });
  const { outcome, output } = await promptFor(scene.session, "Who?", Person);
  assert.equal(outcome.kind, "done");
  const born: number | undefined = output?.born;
  assert.equal(born, 1815);
});

test("validates the final answer against refinements that JSON Schema cannot express", async () => {
  await using scene = await openScene({ script: ['{"word":"ada"}'] });
  const Palindrome = z.object({
    word: z.string().refine((word) => word === Array.from(word).toReversed().join(""), "is not a palindrome"),
  });
  assert.deepEqual((await promptFor(scene.session, "Say one.", Palindrome)).output, { word: "ada" });

  await using other = await openScene({ script: ['{"word":"ship"}'] });
  const { outcome, output } = await promptFor(other.session, "Say one.", Palindrome);
  assert.equal(output, undefined);
  assert.deepEqual(outcome.kind === "failed" && outcome.error, {
    code: "output_invalid",
    message: "The model's answer does not match the output schema: word: is not a palindrome",
  });
});

test("returns no output unless the outcome is done", async () => {
  await using scene = await openScene({ script: ["no"] });
  const { outcome, ...rest } = await promptFor(scene.session, "Who?", Person, { repairs: 0 });
  assert.equal(outcome.kind, "failed");
  assert.deepEqual(rest, {});
});

test("rejects a schema that cannot be converted to JSON Schema, without a request", async () => {
  await using scene = await openScene({ script: ["never"] });
  await assert.rejects(promptFor(scene.session, "Who?", z.object({ at: z.date() })), { code: "output_schema" });
  const bare = { "~standard": { version: 1, vendor: "tests", validate: (value: unknown) => ({ value }) } } as const;
  await assert.rejects(promptFor(scene.session, "Who?", bare), {
    message: /a schema of tests cannot be converted to JSON Schema; write one/,
  });
  assert.equal(scene.model.requests.length, 0);
});
