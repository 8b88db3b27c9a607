import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { Output } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { screenMode } from "./screen-mode.ts";

/** A process whose standard streams are terminals, except those given. */
const processWith = (env: ProcessContext["env"] = {}, { stdin = true, stdout = true, stderr = true } = {}): ProcessContext => {
  const output = (isTTY: boolean): Output => new Output(() => Object.assign(new PassThrough(), { isTTY }));
  return {
    env,
    cwd: "/",
    stdin: Object.assign(new PassThrough(), { isTTY: stdin }) as unknown as NodeJS.ReadStream,
    stdout: output(stdout),
    stderr: output(stderr),
    signals: process,
  };
};

test("shows a screen where all three standard streams are terminals", () => {
  assert.equal(screenMode({}, processWith()), "inline");
  for (const name of ["stdin", "stdout", "stderr"]) assert.equal(screenMode({}, processWith({}, { [name]: false })), undefined, name);
});

test("options of programs and scripts keep a run headless at a terminal", () => {
  const options = [
    { print: true },
    { "output-format": "text" },
    { "output-format": "stream-json" },
    { "output-schema": "{}" },
    { "input-format": "text" },
  ] as const;
  for (const option of options) {
    assert.equal(screenMode(option, processWith()), undefined);
    assert.throws(() => screenMode({ ...option, screen: "plain" }, processWith()), /^UsageError: --screen and --.* cannot be combined$/);
  }
  assert.throws(() => screenMode({ screen: "plain" }, processWith({}, { stdin: false })), /^UsageError: --screen needs a terminal$/);
});

test("V4: a terminal that cannot move its caret, or a screen reader, gets plain lines unless --screen names another mode", () => {
  assert.equal(screenMode({}, processWith({ TERM: "dumb" })), "plain");
  assert.equal(screenMode({}, processWith({ TERM: "xterm", ACCESSIBLE: "1" })), "plain");
  assert.equal(screenMode({}, processWith({ TERM: "xterm", ACCESSIBLE: "0" })), "inline");
  assert.equal(screenMode({ screen: "inline" }, processWith({ TERM: "dumb" })), "inline");
});
