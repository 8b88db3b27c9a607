import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { taskConfigurations } from "./task-configurations.ts";

test("the configuration of a folder is read once, until the user changes it", async (t) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "cox-configurations-")));
  t.after(() => rmSync(home, { recursive: true }));
  const cwd = join(home, "project");
  mkdirSync(cwd);
  const save = (model: string): void => writeFileSync(join(home, "settings.json"), JSON.stringify({ model }));
  const configurations = taskConfigurations({}, { env: { COX_HOME: home }, cwd });
  const model = async (folder = cwd): Promise<string | undefined> => (await configurations.of(folder)).settings.model;
  save("first/model");
  assert.equal(await model(), "first/model");
  save("second/model");
  assert.equal(await model(), "first/model");
  assert.equal(await model(home), "second/model", "another folder");
  save("third/model");
  configurations.changed();
  assert.equal(await model(home), "third/model");
});
