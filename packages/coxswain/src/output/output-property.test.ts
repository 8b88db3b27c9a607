import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { z } from "zod";
import { openScene } from "../runtime/runtime.fixture.ts";
import { answerValue } from "./answer-value.ts";

const Expected = z.strictObject({ name: z.string().max(3), count: z.int().min(0), tags: z.array(z.enum(["a", "b"])).optional() });
const schema = z.toJSONSchema(Expected);

/** Valid values, and almost valid ones. */
const nearly = fc.record(
  {
    name: fc.oneof(fc.string({ maxLength: 4 }), fc.constant(null)),
    count: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.double({ noNaN: true })),
    tags: fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 2 }),
    more: fc.jsonValue(),
  },
  { requiredKeys: [] },
);
const fitting = fc.record({ name: fc.constantFrom("", "abc"), count: fc.nat() });
const anyAnswer = fc.oneof(
  fc.oneof(nearly, fitting, fc.jsonValue()).map((value) => JSON.stringify(value)),
  nearly.map((value) => `Here it is:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``),
  fc.string(),
);

test("for any answers, the output matches the schema, or the run fails after three answers", async () => {
  await fc.assert(
    fc.asyncProperty(fc.tuple(anyAnswer, anyAnswer, anyAnswer), async (answers) => {
      await using scene = await openScene({ script: [...answers] });
      const outcome = await scene.session.prompt("Go.", { output: { schema } }).outcome;
      const fits = answers
        .map((answer) => answerValue(answer))
        .map((answer) => "value" in answer && Expected.safeParse(answer.value).success);
      const asked = scene.model.requests.length;
      if (outcome.kind === "done") {
        assert.deepEqual(Expected.parse(outcome.output), outcome.output);
        assert.equal(fits.indexOf(true) + 1, asked);
      } else {
        assert.equal(outcome.kind === "failed" && outcome.error.code, "output_invalid");
        assert.deepEqual([fits.includes(true), asked], [false, 3]);
      }
    }),
    { numRuns: 150 },
  );
});
