import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { ExtensionCode } from "./extension-code.ts";

const late = { name: "late", place: "/home/ann/late.ts" };
const packed = { name: "packed", place: "/home/ann/node_modules/packed/dist/main.js" };

/** Returns the owner of an error, in a later turn of the event loop. */
const later = (code: ExtensionCode, error: unknown): Promise<unknown> =>
  new Promise((resolve) => setImmediate(() => resolve(code.extensionOf(error)?.name)));

test("attributes an extension's later work to it, whatever it throws, and work outside of it to no extension", async () => {
  const code = new ExtensionCode();
  for (const thrown of [new Error("x"), "a word", undefined, Object.create(null)]) {
    assert.equal(await code.within(late, () => later(code, thrown)), "late");
    assert.equal(await later(code, thrown), undefined);
    assert.equal(await code.within(late, () => code.outside(() => later(code, thrown))), undefined);
  }
  const fromNode = code.within(late, () => readFile("/no/such/file").catch((error: unknown) => code.extensionOf(error)?.name));
  assert.equal(await fromNode, "late");
});

test("the files in an error take precedence over the running code: an extension's own file, and the whole folder of a package", async () => {
  const code = new ExtensionCode();
  for (const extension of [late, packed]) code.within(extension, () => {});
  const thrownAt = (file: string): Error => Object.assign(new Error("x"), { stack: `Error: x\n    at run (file://${file}:1:2)` });
  assert.equal(code.extensionOf(thrownAt("/home/ann/late.ts"))?.name, "late");
  assert.equal(code.extensionOf(thrownAt("/home/ann/other.ts")), undefined);
  assert.equal(await code.within(late, () => later(code, thrownAt("/home/ann/node_modules/packed/dist/part.js"))), "packed");
});

test("attributes work by name to the latest extension of that name, or to none if there is none", async () => {
  const code = new ExtensionCode();
  assert.equal(await code.withinNamed("late", () => later(code, "x")), undefined);
  code.within(late, () => {});
  assert.equal(await code.withinNamed("late", () => later(code, "x")), "late");
});
