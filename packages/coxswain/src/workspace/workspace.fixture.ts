import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { nodeWorkspace, type NodeWorkspaceOptions } from "./node/index.ts";

/** A folder that is gone after the test. Its path has no links. */
export const temporaryFolder = (t: TestContext): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "coxswain-test-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A workspace in a temporary folder, with a second one for kept output. What it started is gone after the test. */
export const temporaryWorkspace = (t: TestContext, options: Partial<NodeWorkspaceOptions> = {}) => {
  const root = temporaryFolder(t);
  const spill = join(temporaryFolder(t), "output");
  const workspace = nodeWorkspace({ root, spill: { folder: spill }, ...options });
  t.after(() => workspace.close());
  return { root, spill, workspace, at: (...parts: readonly string[]) => join(root, ...parts) };
};
