import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bashTool } from "./bash.ts";
import { toolbox } from "./tool-context.fixture.ts";

test("S0-63: a command's output comes back, and nothing else when it went well", async (t) => {
  const { bash, root } = await toolbox(t);
  const { text, isError } = await bash({ command: "pwd; echo err >&2" });
  assert.equal(text, `${root}\nerr`);
  assert.equal(isError, false);
  assert.equal((await bash({ command: "true" })).text, "(no output)");
});

test("S1-45: a code that is not 0, a signal and a timeout are errors that say so", async (t) => {
  const { bash } = await toolbox(t);
  for (const [input, text] of [
    [{ command: "echo no; exit 3" }, /^no\n\[exit code 3\]$/],
    [{ command: "kill -SEGV $$" }, /^\[killed by SIGSEGV\]$/],
    [{ command: "echo on; sleep 1000", timeout: 100 }, /^on\n\[ended after 100 ms, with all that it had started: give a longer timeout/],
  ] as const) {
    const result = await bash(input);
    assert.match(result.text, text);
    assert.equal(result.isError, true);
  }
});

test("T1: of long output the start and the end are shown, and where all of it is", async (t) => {
  const { bash, read } = await toolbox(t);
  const { text, details } = await bash({ command: "seq 1 20000" });
  const path = /all of it can be read in (\S+)\]/.exec(text)?.[1] ?? "";
  assert.ok(Buffer.byteLength(text) < 31_000);
  assert.match(text, /^1\n2\n3\n[^]*\n\n\[78894 bytes left out here; [^]*\n19999\n20000$/);
  assert.equal(readFileSync(path, "utf8").split("\n").length, 20_001);
  assert.match((await read({ path, offset: 10_000, limit: 1 })).text, /^10000\t10000\n/);
  assert.equal((details as { bytes: number }).bytes, 108_894);
});

test("T1: a file that ends at its cap is told as such, and so is a workspace that keeps nothing", async (t) => {
  const capped = await toolbox(t);
  const { bash } = await toolbox(t, { spill: { folder: capped.spill, maxBytes: 40_000 } });
  assert.match((await bash({ command: "seq 1 20000" })).text, /the first 40000 bytes can be read in /);
  const { bash: failing } = await toolbox(t, { spill: { folder: "/dev/null/x" } });
  assert.match((await failing({ command: "seq 1 20000" })).text, /left out here; it could not be kept: ENOTDIR/);
});

test("T3: what a command leaves in the background does not hold it, and is told", async (t) => {
  const { bash } = await toolbox(t);
  const { text, isError } = await bash({ command: "sleep 1000 & echo up" });
  assert.match(text, /^up\n\[Something that it started still runs \(process group \d+\)/);
  assert.equal(isError, false);
});

test("T9: terminal orders, progress bars, NULs and broken UTF-8 are shown as plain text that JSON can hold", async (t) => {
  const { bash } = await toolbox(t);
  const { text } = await bash({
    command: `printf '\\033[31mred\\033[0m\\n10%%\\r50%%\\rdone\\nline\\r\\na\\0b\\377c\\033]0;title\\007.\\tend'`,
  });
  assert.equal(text, "red\ndone\nline\na\uFFFDb\uFFFDc.\tend");
  const noise = (await bash({ command: "head -c 100000 /dev/urandom" })).text;
  assert.equal(JSON.parse(JSON.stringify(noise)), noise);
  // oxlint-disable-next-line no-control-regex -- these characters are what it is about
  assert.doesNotMatch(noise, /[\0-\x08\x0B-\x1F\x7F-\x9F]/);
});

test("T9: a line of 200 kB is shown with its middle left out", async (t) => {
  const { bash } = await toolbox(t);
  const { text } = await bash({ command: "head -c 200000 /dev/zero | tr '\\0' x" });
  assert.match(text, /^x{15000}\n\n\[170000 bytes left out here;[^\]]*\]\n\nx{15000}$/);
});

test("T10: a command that asks gets no answer and does not wait", async (t) => {
  const { bash } = await toolbox(t);
  assert.match((await bash({ command: "read x </dev/tty || echo none" })).text, /none$/);
  assert.equal((await bash({ command: "cat" })).text, "(no output)");
});

test("S0-65: output is shown while the command runs: its end so far, not more often than a screen takes in", async (t) => {
  const { bash, shown } = await toolbox(t);
  await bash({ command: "for i in $(seq 1 200); do echo line $i; done" });
  assert.match(shown().at(-1) ?? "", /line 199\nline 200\n$/);
  assert.ok(shown().length < 20, `${shown().length} times`);
});

test("an abort ends the command, and the result says so", async (t) => {
  const { bash, abort } = await toolbox(t);
  const running = bash({ command: "sleep 1000" });
  abort();
  const { text, isError } = await running;
  assert.deepEqual([text, isError], ["[cancelled]", true]);
});

test("a command that is too long, and a folder that is gone, are refused with what to do", async (t) => {
  const { bash, root } = await toolbox(t);
  await assert.rejects(bash({ command: `: ${"x".repeat(100_000)}` }), {
    name: "ToolError",
    message: /over 100000 bytes\. Write it to a file/,
  });
  await bash({ command: `rm -rf ${root}` });
  await assert.rejects(bash({ command: "pwd" }), { name: "ToolError", message: /does not exist/ });
});

test("what has to be allowed is the command", async (t) => {
  const { needs } = await toolbox(t);
  const request = await needs(bashTool, {
    command: "rm -rf /",
    timeout: undefined,
    background: undefined,
    description: undefined,
    outside: undefined,
  });
  assert.deepEqual(request, [{ tool: "bash", effect: "execute", subject: "rm -rf /", shell: "bash" }]);
});
