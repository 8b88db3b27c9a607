import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { bashTool } from "./bash.ts";
import { toolbox } from "./tool-context.fixture.ts";

test("S0-63: returns only the output of a successful command", async (t) => {
  const { bash, root } = await toolbox(t);
  const { text, isError } = await bash({ command: "pwd; echo err >&2" });
  assert.equal(text, `${root}\nerr`);
  assert.equal(isError, false);
  assert.equal((await bash({ command: "true" })).text, "(no output)");
});

test("S1-45: a nonzero exit code, a signal and a timeout are errors with a description", async (t) => {
  const { bash } = await toolbox(t);
  for (const [input, text] of [
    [{ command: "echo no; exit 3" }, /^no\n\[exit code 3\]$/],
    [{ command: "kill -SEGV $$" }, /^\[killed by SIGSEGV\]$/],
    [
      { command: "echo on; sleep 1000", timeout: 100 },
      /^on\n\[killed after 100 ms, with all processes that it had started: use a longer timeout/,
    ],
  ] as const) {
    const result = await bash(input);
    assert.match(result.text, text);
    assert.equal(result.isError, true);
  }
});

test("T1: shows the start and the end of long output and the location of the full output", async (t) => {
  const { bash, read } = await toolbox(t);
  const { text, details } = await bash({ command: "seq 1 20000" });
  const path = /all of it can be read in (\S+)\]/.exec(text)?.[1] ?? "";
  assert.ok(Buffer.byteLength(text) < 31_000);
  assert.match(text, /^1\n2\n3\n[^]*\n\n\[78894 bytes omitted here; [^]*\n19999\n20000$/);
  assert.equal(readFileSync(path, "utf8").split("\n").length, 20_001);
  assert.match((await read({ path, offset: 10_000, limit: 1 })).text, /^10000\t10000\n/);
  const { bytes, omittedLines } = details as { bytes: number; omittedLines: number };
  assert.equal(bytes, 108_894);
  assert.equal(omittedLines + text.split("\n").length, 20_000);
});

test("T1: reports a truncated output file, and a workspace that stores no output", async (t) => {
  const capped = await toolbox(t);
  const { bash } = await toolbox(t, { spill: { folder: capped.spill, maxBytes: 40_000 } });
  assert.match((await bash({ command: "seq 1 20000" })).text, /the first 40000 bytes can be read in /);
  const { bash: failing } = await toolbox(t, { spill: { folder: "/dev/null/x" } });
  assert.match((await failing({ command: "seq 1 20000" })).text, /omitted here; it could not be saved: ENOTDIR/);
});

test("T3: a background process does not block its command, and the result reports it", async (t) => {
  const { bash } = await toolbox(t);
  const { text, isError } = await bash({ command: "sleep 1000 & echo up" });
  assert.match(text, /^up\n\[A process that it started is still running \(process group \d+\)/);
  assert.equal(isError, false);
});

test("T9: converts escape sequences, progress bars, NULs and invalid UTF-8 to plain text that JSON can represent", async (t) => {
  const { bash } = await toolbox(t);
  const { text } = await bash({
    command: `printf '\\033[31mred\\033[0m\\n10%%\\r50%%\\rdone\\nline\\r\\na\\0b\\377c\\033]0;title\\007.\\tend'`,
  });
  assert.equal(text, "red\ndone\nline\na\uFFFDb\uFFFDc.\tend");
  const noise = (await bash({ command: "head -c 100000 /dev/urandom" })).text;
  assert.equal(JSON.parse(JSON.stringify(noise)), noise);
  // oxlint-disable-next-line no-control-regex -- the expression matches control characters
  assert.doesNotMatch(noise, /[\0-\x08\x0B-\x1F\x7F-\x9F]/);
});

test("T9: omits the middle of a line of 200 kB", async (t) => {
  const { bash } = await toolbox(t);
  const { text } = await bash({ command: "head -c 200000 /dev/zero | tr '\\0' x" });
  assert.match(text, /^x{15000}\n\n\[170000 bytes omitted here;[^\]]*\]\n\nx{15000}$/);
});

test("T10: a command that reads stdin gets no input and does not wait", async (t) => {
  const { bash } = await toolbox(t);
  assert.match((await bash({ command: "read x </dev/tty || echo none" })).text, /none$/);
  assert.equal((await bash({ command: "cat" })).text, "(no output)");
});

test("S0-65: shows the end of the output while the command runs, at a limited rate", async (t) => {
  const { bash, shown } = await toolbox(t);
  await bash({ command: "for i in $(seq 1 200); do echo line $i; done" });
  assert.match(shown().at(-1) ?? "", /line 199\nline 200\n$/);
  assert.ok(shown().length < 20, `${shown().length} times`);
});

test("an abort stops the command, and the result reports it", async (t) => {
  const { bash, abort } = await toolbox(t);
  const running = bash({ command: "sleep 1000" });
  abort();
  const { text, isError } = await running;
  assert.deepEqual([text, isError], ["[cancelled]", true]);
});

test("rejects a command that is too long and a missing folder, with advice", async (t) => {
  const { bash, root } = await toolbox(t);
  await assert.rejects(bash({ command: `: ${"x".repeat(100_000)}` }), {
    name: "ToolError",
    message: /over 100000 bytes\. Write it to a file/,
  });
  await bash({ command: `rm -rf ${root}` });
  await assert.rejects(bash({ command: "pwd" }), { name: "ToolError", message: /does not exist/ });
});

test("requests permission for the command", async (t) => {
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
