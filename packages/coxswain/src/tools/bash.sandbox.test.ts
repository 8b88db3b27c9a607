import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Confinement, NodeWorkspaceOptions } from "../workspace/index.ts";
import { toolSpecs } from "../context/index.ts";
import { bashTool } from "./bash.ts";
import { toolbox } from "./tool-context.fixture.ts";

const INPUT = { command: "id", timeout: undefined, background: undefined, description: undefined };

/** Undefined if no sandbox is available here; the test is then skipped. */
const confined = async (t: TestContext, sandbox: Partial<NodeWorkspaceOptions["sandbox"]> = {}) => {
  const made = await toolbox(t, { sandbox: { mode: "auto", ...sandbox } });
  const confinement = await made.workspace.confinement();
  if (confinement.kind !== "none") return made;
  t.skip(confinement.reason);
  return undefined;
};

test("the description mentions the sandbox if one is configured, whether or not it works here", async (t) => {
  const [off, auto] = [await toolbox(t), await toolbox(t, { sandbox: { mode: "auto" } })];
  const [plain, sandboxed] = [bashTool(off.workspace), bashTool(auto.workspace)];
  assert.doesNotMatch(JSON.stringify([plain.description, toolSpecs()([plain])]), /sandbox|outside/);
  assert.match(sandboxed.description, /Commands run in a sandbox/);
  assert.match(JSON.stringify(toolSpecs()([sandboxed])), /"outside":\{"type":"boolean"/);
});

test("the permission request states whether the command will run in the sandbox", async (t) => {
  const made = await confined(t);
  if (made === undefined) return;
  const request = { tool: "bash", effect: "execute", subject: "id", shell: "bash" };
  assert.deepEqual(await made.needs(bashTool, { ...INPUT, outside: undefined }), [{ ...request, confined: true }]);
  assert.deepEqual(await made.needs(bashTool, { ...INPUT, outside: true }), [{ ...request, confined: false }]);
});

test("A12: while the sandbox could not be tested, a command asks as with outside, and then runs without it", async (t) => {
  const made = await confined(t);
  if (made === undefined) return;
  const busy: Confinement = { kind: "none", reason: "bubblewrap could not be tried: Resource temporarily unavailable", untested: true };
  const workspace = { ...made.workspace, confinement: async () => busy };
  assert.deepEqual(await made.needs(() => bashTool(workspace), { ...INPUT, outside: undefined }), [
    {
      tool: "bash",
      effect: "execute",
      subject: "id",
      shell: "bash",
      confined: false,
      ask: "its sandbox could not be tested, so it would run without one",
    },
  ]);
  const place = join(made.spill, "..", "new");
  await made.calling(() => bashTool(workspace))({ command: `touch ${place}` });
  assert.ok(existsSync(place));
});

test("a command that fails because of the sandbox reports its restrictions and how to request more access", async (t) => {
  const made = await confined(t);
  if (made === undefined) return;
  const { text, isError, details } = await made.bash({ command: "touch /etc/new" });
  assert.equal(isError, true);
  assert.match(
    text,
    /Read-only file system\n\[exit code 1\]\n\[it ran in the sandbox, [^\n]* no network\. If that is why it failed, run it with outside/,
  );
  assert.equal((details as { readonly sandbox: string }).sandbox, "bubblewrap");
  assert.doesNotMatch((await made.bash({ command: "echo no; exit 3" })).text, /sandbox/);
  assert.doesNotMatch((await made.bash({ command: "touch /etc/new; true" })).text, /sandbox/);
});

test("with outside, a command runs without a sandbox", async (t) => {
  const made = await confined(t);
  if (made === undefined) return;
  const place = join(made.spill, "..", "new");
  await made.bash({ command: `touch ${place}` });
  assert.equal(existsSync(place), false);
  const { details } = await made.bash({ command: `touch ${place}`, outside: true });
  assert.equal(existsSync(place), true);
  assert.equal("sandbox" in (details as object), false);
});

test("reports the new name of a file that was created at a path from which git runs code", async (t) => {
  const made = await confined(t);
  if (made === undefined) return;
  await made.workspace.spawn("git init --quiet", { outside: true });
  const { text } = await made.bash({ command: "rm -rf .git/hooks; mkdir -p .git/hooks; echo x > .git/config.worktree" });
  assert.match(
    text,
    /\[\S+\/\.git\/config\.worktree runs code automatically and cannot be created in the sandbox: it was moved to \S+\.refused-\w+\]/,
  );
});
