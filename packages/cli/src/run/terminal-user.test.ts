import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { Output } from "../output/index.ts";
import { type TerminalUser, terminalUser } from "./terminal-user.ts";
import type { TaskValues } from "./task-values.ts";

const person = (values: TaskValues, { stdin = true, stderr = true } = {}): TerminalUser | undefined => {
  const input = Object.assign(new PassThrough(), { isTTY: stdin }) as unknown as NodeJS.ReadStream;
  const output = new Output(Object.assign(new PassThrough(), { isTTY: stderr }) as unknown as NodeJS.WriteStream);
  return terminalUser(values, { stdin: input, stderr: output, signals: process });
};

const offered = (values: TaskValues, at = {}): boolean => (person(values, at)?.tools.length ?? 0) > 0;

test("S1-37: a model can ask where a person is at the terminal, and nowhere else", () => {
  assert.ok(offered({}));
  assert.ok(offered({ "output-format": "text" }));
  assert.ok(!offered({}, { stdin: false }));
  assert.ok(!offered({}, { stderr: false }));
});

test("who wants nothing to be asked is asked nothing", () => {
  assert.equal(person({ print: true }), undefined);
  assert.equal(person({ "output-format": "json" }), undefined);
  assert.equal(person({ "output-format": "stream-json" }), undefined);
});

test("with --yes no model can ask, but what has to be asked in any case still reaches the person", () => {
  assert.ok(!offered({ yes: true }));
  assert.ok(person({ yes: true })?.ask !== undefined);
});
