import assert from "node:assert/strict";
import { test } from "node:test";
import { FORMAT, FORMAT_VERSION, type Header, Log, memoryStore } from "../log/index.ts";
import { fixedModels, type Models, scriptedModel } from "../model/index.ts";
import { ModelSource } from "./model-source.ts";
import { sideModels } from "./side-models.ts";
import type { ModelChangeEntry, Setup, SetupEntry } from "../journal/index.ts";

const info = (id: string) => ({ reference: `test/${id}`, provider: "test", id, name: id });
const ALL = fixedModels(...["large", "other", "small", "tiny"].map((id) => scriptedModel([], { info: info(id) })));

const scene = async (setup: Setup, smallFor?: Models["smallFor"], instead?: string) => {
  let count = 0;
  const header: Header = { format: FORMAT, version: FORMAT_VERSION, id: "s", cwd: "/", at: 0 };
  const log = await Log.open(await memoryStore().create(header), {
    now: () => 0,
    mint: () => String((count += 1)),
    mask: (entry) => entry,
  });
  await log.append<SetupEntry>({ type: "setup", setup });
  const side = sideModels({
    log,
    models: new ModelSource(ALL),
    catalog: smallFor === undefined ? {} : { smallFor },
    answering: { activeFor: () => instead },
  });
  const names = async () => [(await side.main()).info.id, (await side.small()).info.id];
  return { log, side, names };
};

test("S2-14, S1-69: a session has a main model and a small model for titles and summaries", async () => {
  const { names } = await scene({ model: "test/large", smallModel: "test/small" });
  assert.deepEqual(await names(), ["large", "small"]);
});

test("S2-14: without a named small model, uses the one that belongs to the current main model", async () => {
  const { log, names } = await scene({ model: "test/large" }, async (reference) => (reference === "test/large" ? "test/tiny" : undefined));
  assert.deepEqual(await names(), ["large", "tiny"]);
  await log.append<ModelChangeEntry>({ type: "model_change", model: "test/other" });
  assert.deepEqual(await names(), ["other", "other"]);
});

test("S2-14: without any small model, uses the main model", async () => {
  assert.deepEqual(await (await scene({ model: "test/large" })).names(), ["large", "large"]);
});

test("rejects a named small model that does not exist", async () => {
  const { side } = await scene({ model: "test/large", smallModel: "test/missing" });
  await assert.rejects(side.small(), { code: "unknown_model" });
});

test("after a fallback, uses the fallback model and its small model", async () => {
  const { names } = await scene(
    { model: "test/large", smallModel: "test/small" },
    async (reference) => (reference === "test/other" ? "test/tiny" : undefined),
    "test/other",
  );
  assert.deepEqual(await names(), ["other", "tiny"]);
});
