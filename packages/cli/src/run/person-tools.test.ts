import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { Output } from "../output/index.ts";
import { personTools } from "./person-tools.ts";
import type { TaskValues } from "./task-values.ts";

const offered = (values: TaskValues, { stdin = true, stderr = true } = {}): boolean => {
  const input = Object.assign(new PassThrough(), { isTTY: stdin }) as unknown as NodeJS.ReadStream;
  const output = new Output(Object.assign(new PassThrough(), { isTTY: stderr }) as unknown as NodeJS.WriteStream);
  return personTools(values, { stdin: input, stderr: output }).length > 0;
};

test("S1-37: a model can ask where a person is at the terminal, and nowhere else", () => {
  assert.ok(offered({}));
  assert.ok(offered({ "output-format": "text" }));
  assert.ok(!offered({}, { stdin: false }));
  assert.ok(!offered({}, { stderr: false }));
});

test("who wants nothing to be asked is asked nothing", () => {
  assert.ok(!offered({ print: true }));
  assert.ok(!offered({ yes: true }));
  assert.ok(!offered({ "output-format": "json" }));
  assert.ok(!offered({ "output-format": "stream-json" }));
});
