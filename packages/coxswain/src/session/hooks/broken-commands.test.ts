import assert from "node:assert/strict";
import { test } from "node:test";
import { shellHook } from "../../hooks/index.ts";
import { collect, openScene, callSay, sayTool, transcript } from "../../runtime/runtime.fixture.ts";
import { temporaryWorkspace } from "../../workspace/workspace.fixture.ts";

/** Broken commands and the message for each. */
const BROKEN: readonly (readonly [string, RegExp])[] = [
  ["no-such-program-at-all", /exited with code 127/],
  ["exit 9", /exited with code 9/],
  ["sleep 30", /timed out after 0\.2 s/],
  ["yes flooded | head -c 3000000 >&2; exit 1", /exited with code 1: flooded/],
  ["echo '{'", /its answer is not valid JSON/],
  ["yes | head -c 3000000", /wrote more than 256 KiB/],
];

const scene = async (t: Parameters<typeof temporaryWorkspace>[0], event: "pre_tool" | "post_tool") => {
  const { workspace, root } = temporaryWorkspace(t);
  const hooks = BROKEN.map(([command], at) => shellHook({ event, command, name: `hook ${at}`, timeout: at === 2 ? 200 : 5_000 }));
  return { workspace, cwd: root, hooks, tools: [sayTool()], script: [callSay("a"), "done"] };
};

test("T18: after a tool call, a broken hook command emits a warning and the run continues", async (t) => {
  await using opened = await openScene(await scene(t, "post_tool"));
  const run = opened.session.prompt("go");
  const events = await collect(run);
  assert.equal((await run.outcome).kind, "done");
  const warnings = events.flatMap((event) => (event.type === "warning" ? [event.message] : []));
  assert.equal(warnings.length, BROKEN.length);
  for (const [at, [, words]] of BROKEN.entries()) assert.match(warnings[at] ?? "", words);
});

test("T18: before a tool call, a broken hook command denies the call and the run continues", async (t) => {
  const { hooks, ...rest } = await scene(t, "pre_tool");
  for (const [at, hook] of hooks.entries()) {
    const { workspace, root } = temporaryWorkspace(t);
    await using opened = await openScene({ ...rest, workspace, cwd: root, hooks: [hook] });
    assert.equal((await opened.session.prompt("go").outcome).kind, "done");
    const [, , result = ""] = transcript(opened.session);
    assert.match(result, /^tool: !denied Denied: the hook hook \d denied it: it failed: /);
    assert.match(result, BROKEN[at]?.[1] ?? /never/);
  }
});
