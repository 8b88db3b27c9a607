import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { openScene } from "../runtime/runtime.fixture.ts";
import { fixedModels } from "./fixed-models.ts";
import type { Model } from "./model.ts";

test("a model whose `stream` returns no AsyncIterable fails the run as `invalid`, without an unhandled rejection", async () => {
  const rejections: unknown[] = [];
  const collect = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", collect);
  const functions = [() => Promise.reject(new Error("no luck")), async () => "later", () => undefined, () => 5];
  try {
    for (const stream of functions) {
      const models = ({ info }: Model) => fixedModels({ info, stream: stream as never });
      await using scene = await openScene({ models });
      const outcome = await scene.session.prompt("go").outcome;
      assert.deepEqual(outcome, {
        kind: "failed",
        error: {
          code: "invalid",
          message: "The model scripted/scripted returned no stream: `stream` must return an AsyncIterable.",
        },
      });
    }
    await setImmediate();
    await setImmediate();
  } finally {
    process.off("unhandledRejection", collect);
  }
  assert.deepEqual(rejections, []);
});
