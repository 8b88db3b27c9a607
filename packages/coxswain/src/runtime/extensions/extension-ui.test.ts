import assert from "node:assert/strict";
import { test } from "node:test";
import type { Extension } from "./extension.ts";
import type { ExtensionBlock } from "./extension-ui.ts";
import { functions, loadWith } from "./extensions.fixture.ts";

const showing =
  (render: ExtensionBlock["render"]): Extension =>
  (cox) => {
    cox.registerBlock({ state: "steps", render });
  };

test("a block describes the facts of its state, and no others", async () => {
  const { extensions, warnings } = await loadWith(functions({ deploy: showing((fact) => `**${String(fact)}**`), other: () => {} }));
  assert.equal(extensions.describe("extension:deploy/steps", "build"), "**build**");
  assert.equal(extensions.describe("extension:deploy/other", "build"), undefined);
  assert.equal(extensions.describe("extension:other/steps", "build"), undefined);
  assert.deepEqual(warnings, []);
});

test("a block that throws or returns something else shows nothing, and is reported once", async () => {
  const { extensions, warnings } = await loadWith(
    functions({
      throws: showing(() => {
        throw new Error("no such step");
      }),
      rejects: showing((() => Promise.reject(new Error("later"))) as unknown as ExtensionBlock["render"]),
    }),
  );
  for (let times = 0; times < 3; times++) {
    assert.equal(extensions.describe("extension:throws/steps", 1), undefined);
    assert.equal(extensions.describe("extension:rejects/steps", 1), undefined);
  }
  await new Promise(setImmediate);
  assert.deepEqual(warnings, [
    "The extension throws: its block of the state steps cannot show a fact: no such step",
    "The extension rejects: its block of the state steps cannot show a fact: render must return a string.",
  ]);
});

test("keys are listed with their extension, and removed when it is unloaded", async () => {
  const setup: Extension = (cox) => {
    cox.registerKey({ key: "ctrl+g", action: "/deploy" });
    cox.registerBlock({ state: "steps", render: () => "x" });
  };
  const { extensions } = await loadWith(functions({ deploy: setup }));
  assert.deepEqual(extensions.keys, [{ extension: "deploy", key: "ctrl+g", action: "/deploy" }]);
  assert.deepEqual(extensions.loaded[0]?.provides, ["key ctrl+g", "block steps"]);
  await extensions.unload("deploy");
  assert.deepEqual(extensions.keys, []);
  assert.equal(extensions.describe("extension:deploy/steps", 1), undefined);
});

test("rejects blocks and keys that could not work", async () => {
  const untyped = (register: (cox: Parameters<Extension>[0] & Readonly<Record<string, (value: unknown) => void>>) => void): Extension =>
    register as Extension;
  const { warnings } = await loadWith(
    functions({
      a: untyped((cox) => cox.registerBlock({ state: "steps" } as never)),
      b: untyped((cox) => cox.registerBlock({ state: "No Name", render: () => "" })),
      c: (cox) => {
        cox.registerBlock({ state: "steps", render: () => "" });
        cox.registerBlock({ state: "steps", render: () => "" });
      },
      d: untyped((cox) => cox.registerKey({ key: "ctrl+g" } as never)),
      e: untyped((cox) => cox.registerKey({ key: "", action: "queue" })),
    }),
  );
  assert.deepEqual(
    warnings.map((line) => line.slice(line.indexOf("skipped: ") + 9)),
    [
      "The block of the state steps has no render.",
      '"No Name" is not a valid name for a state.',
      "The state steps has a block already.",
      "The key ctrl+g has no action.",
      "A key needs its name, such as ctrl+g.",
    ],
  );
});
