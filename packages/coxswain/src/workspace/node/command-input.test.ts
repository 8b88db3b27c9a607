import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";

test("a command receives its whole input, and its errors are separate from its output", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const { end, output, errors } = await workspace.spawn("cat; echo wrong >&2; exit 2", { input: '{"a": "é"}\n' });
  assert.deepEqual(end, { kind: "exit", code: 2 });
  assert.equal(output.head, '{"a": "é"}\n');
  assert.equal(errors?.head, "wrong\n");
});

test("a command that does not read its long input still ends", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const input = "x".repeat(4_000_000);
  assert.deepEqual((await workspace.spawn("exit 0", { input })).end, { kind: "exit", code: 0 });
  assert.deepEqual((await workspace.spawn("exec <&-; echo done", { input })).output.head, "done\n");
});

test("long output of a command with input is not saved to a file, and its start and end are retained", async (t) => {
  const { workspace, spill } = temporaryWorkspace(t);
  const { output, errors } = await workspace.spawn("seq 1 50000; seq 1 50000 >&2", { input: "", keep: { head: 10, tail: 5 } });
  for (const one of [output, errors]) {
    assert.equal(one?.head, "1\n2\n3\n4\n5\n");
    assert.equal(one?.file, undefined);
    assert.ok((one?.omitted ?? 0) > 200_000);
  }
  assert.equal(existsSync(spill), false);
});

test("the output of a command without input includes its errors", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  const result = await workspace.spawn("echo out; echo err >&2");
  assert.equal(result.output.head, "out\nerr\n");
  assert.equal(result.errors, undefined);
});

test("a shell does not read the user's startup file because its input is a socket", async (t) => {
  const home = temporaryFolder(t);
  writeFileSync(join(home, ".bashrc"), "echo startup");
  const { workspace } = temporaryWorkspace(t, { env: { PATH: process.env["PATH"], HOME: home } });
  assert.equal((await workspace.spawn("cat", { input: "previous\n" })).output.head, "previous\n");
});
