import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedModels } from "./fixed-models.ts";
import { scriptedModel } from "./scripted/index.ts";

const one = scriptedModel(["One."], { info: { reference: "scripted/one" } });
const two = scriptedModel(["Two."], { info: { reference: "scripted/two" } });

test("fixed models are listed under their references, and all are available", async () => {
  const models = fixedModels(one, two);
  assert.equal(await models.get("scripted/two"), two);
  assert.deepEqual(
    (await models.list()).map(({ info, available }) => [info.reference, available]),
    [
      ["scripted/one", true],
      ["scripted/two", true],
    ],
  );
});

test("another reference is unknown, and the error lists the existing ones", async () => {
  await assert.rejects(fixedModels(one, two).get("scripted/three"), {
    code: "unknown_model",
    message: 'No model "scripted/three". Available: scripted/one, scripted/two.',
  });
});
