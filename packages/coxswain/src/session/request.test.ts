import assert from "node:assert/strict";
import { test } from "node:test";
import { fixedModels, type ImagePart, scriptedModel } from "../model/index.ts";
import { collect, FREE, openScene } from "../runtime/runtime.fixture.ts";
import type { Run } from "./runs/index.ts";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const image = (data = PIXEL): ImagePart => ({ type: "image", mediaType: "image/png", data });
const BLIND = { reference: "test/blind", vision: false, price: FREE };

const warnings = async (run: Run): Promise<readonly string[]> =>
  (await collect(run)).flatMap((event) => (event.type === "warning" ? [event.message] : []));

test("S2-18: warns once about images that the model cannot see, and the run succeeds", async () => {
  await using scene = await openScene({ script: () => "ok", scripted: { info: BLIND } });
  const first = scene.session.prompt([{ type: "text", text: "Look:" }, image(), image()]);
  assert.deepEqual(await warnings(first), ["2 images are not sent to the model: this model does not support images."]);
  assert.equal((await first.outcome).kind, "done");
  assert.deepEqual(await warnings(scene.session.prompt("And now?")), []);
  assert.deepEqual(await warnings(scene.session.prompt([image()])), [
    "An image is not sent to the model: this model does not support images.",
  ]);
});

test("S2-18: warns again for another model without vision, and sends the image to a model with vision", async () => {
  const other = scriptedModel(() => "ok", { info: { ...BLIND, reference: "test/blind-too" } });
  const seeing = scriptedModel(() => "ok", { info: { reference: "test/seeing", price: FREE } });
  await using scene = await openScene({ script: () => "ok", scripted: { info: BLIND }, models: (own) => fixedModels(own, other, seeing) });
  await scene.session.prompt([image()]).outcome;
  await scene.session.set({ model: "test/seeing" });
  assert.deepEqual(await warnings(scene.session.prompt("a")), []);
  assert.ok(JSON.stringify(seeing.requests[0]?.messages).includes(PIXEL));
  await scene.session.set({ model: "test/blind-too" });
  assert.equal((await warnings(scene.session.prompt("b"))).length, 1);
});

test("S1-45: warns about an invalid image with the reason", async () => {
  await using scene = await openScene({ script: () => "ok" });
  assert.deepEqual(await warnings(scene.session.prompt([image("AAAA"), image()])), [
    "An image is not sent to the model: its content does not have the type image/png.",
  ]);
});
