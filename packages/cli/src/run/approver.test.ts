import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { Output } from "../output/index.ts";
import { type TerminalUser, terminalUser } from "./approver.ts";
import type { TaskValues } from "./task-values.ts";

interface Surroundings {
  readonly stdin?: boolean;
  readonly stderr?: boolean;
  /** The process's terminal, if something is piped in. */
  readonly beside?: NodeJS.ReadStream;
}

const person = (values: TaskValues, { stdin = true, stderr = true, beside }: Surroundings = {}): TerminalUser | undefined => {
  const input = Object.assign(new PassThrough(), { isTTY: stdin }) as unknown as NodeJS.ReadStream;
  const output = new Output(() => Object.assign(new PassThrough(), { isTTY: stderr }));
  return terminalUser(values, { stdin: input, stderr: output, signals: process }, () => beside);
};

const offered = (values: TaskValues, at = {}): boolean => (person(values, at)?.tools.length ?? 0) > 0;

test("S1-37: offers the question tool only with a user at the terminal", () => {
  assert.ok(offered({}));
  assert.ok(offered({ "output-format": "text" }));
  assert.ok(!offered({}, { stdin: false }));
  assert.ok(!offered({}, { stderr: false }));
  const beside = new PassThrough() as unknown as NodeJS.ReadStream;
  assert.ok(offered({}, { stdin: false, beside }));
  assert.ok(!offered({}, { stdin: false, stderr: false, beside }));
});

test("asks nothing with -p or a JSON output format", () => {
  assert.equal(person({ print: true }), undefined);
  assert.equal(person({ "output-format": "json" }), undefined);
  assert.equal(person({ "output-format": "stream-json" }), undefined);
});

test("offers no question tool with --yes, but still asks for required permissions", () => {
  assert.ok(!offered({ yes: true }));
  assert.ok(person({ yes: true })?.ask !== undefined);
});
