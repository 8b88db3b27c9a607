import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { Output } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { hasScreen, screenMode } from "./screen-mode.ts";

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
  assert.equal(hasScreen({}, processWith()), true);
  for (const name of ["stdin", "stdout", "stderr"]) assert.equal(hasScreen({}, processWith({}, { [name]: false })), false, name);
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
    assert.equal(hasScreen(option, processWith()), false);
    assert.throws(() => hasScreen({ ...option, screen: "plain" }, processWith()), /^UsageError: --screen and --.* cannot be combined$/);
  }
  assert.throws(() => hasScreen({ screen: "plain" }, processWith({}, { stdin: false })), /^UsageError: --screen needs a terminal$/);
});

test("V4: a terminal that cannot move its caret, or a screen reader, gets plain lines unless another mode is set", () => {
  assert.equal(screenMode({}, { TERM: "dumb" }), "plain");
  assert.equal(screenMode({}, { TERM: "xterm", ACCESSIBLE: "1" }), "plain");
  assert.equal(screenMode({}, { TERM: "xterm", ACCESSIBLE: "0" }), "inline");
  assert.equal(screenMode({ screen: "inline" }, { TERM: "dumb" }), "inline");
  assert.equal(screenMode({ screen: "full" }, {}), "full");
});
