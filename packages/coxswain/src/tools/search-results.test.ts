import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { test, type TestContext } from "node:test";
import type { Workspace } from "../workspace/index.ts";
import { globTool } from "./glob.ts";
import { grepTool } from "./grep.ts";
import { LIMITS } from "./limits.ts";
import { toolbox } from "./tool-context.fixture.ts";

/** Never ends: after its results it lets the whole timeout pass. */
async function* endless<T>(t: TestContext, found: AsyncIterable<T>, signal: AbortSignal | undefined): AsyncIterable<T> {
  yield* found;
  t.mock.timers.tick(LIMITS.grep.timeout);
  signal?.throwIfAborted();
  throw new Error("it was not ended");
}

const slowScene = async (t: TestContext) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const box = await toolbox(t);
  const { workspace } = box;
  const slow: Workspace = {
    ...workspace,
    searchText: (query) => endless(t, workspace.searchText(query), query.signal),
    findFiles: (query) => endless(t, workspace.findFiles(query), query.signal),
  };
  return { ...box, grep: box.calling(() => grepTool(slow)), glob: box.calling(() => globTool(slow)) };
};

const LATE = "(the search timed out; narrow the path or the glob)";

test("stops a search at its timeout and shows the results until then", async (t) => {
  const { grep, glob, at } = await slowScene(t);
  writeFileSync(at("a"), "needle\n");
  assert.equal((await grep({ pattern: "needle" })).text, `a\n1:needle\n${LATE}`);
  assert.equal((await glob({ pattern: "a" })).text, `a\n${LATE}`);
});

test("does not report that nothing matches after a timeout", async (t) => {
  const { grep, glob } = await slowScene(t);
  assert.equal((await grep({ pattern: "needle" })).text, `No line was found.\n${LATE}`);
  assert.equal((await glob({ pattern: "a" })).text, `No file was found.\n${LATE}`);
});

test("does not report an aborted search as timed out", async (t) => {
  const { grep, abort } = await slowScene(t);
  abort();
  await assert.rejects(grep({ pattern: "needle" }), { name: "AbortError" });
});
