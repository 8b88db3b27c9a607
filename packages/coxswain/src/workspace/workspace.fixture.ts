import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { nodeWorkspace, type NodeWorkspaceOptions } from "./node/index.ts";

/** Creates a folder that is deleted after the test, and after `close`. Its path contains no links. */
export const temporaryFolder = (t: TestContext, close: () => Promise<void> = async () => {}): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "coxswain-test-")));
  t.after(async () => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
};

/** Creates a workspace in a temporary folder, with a second one for saved output. Its processes end after the test. */
export const temporaryWorkspace = (t: TestContext, options: Partial<NodeWorkspaceOptions> = {}) => {
  // A process that is still running, such as a prepared sandbox, may create files while the folder is deleted.
  const root = temporaryFolder(t, () => workspace.close());
  const spill = join(temporaryFolder(t), "output");
  const workspace = nodeWorkspace({ root, spill: { folder: spill }, ...options });
  return { root, spill, workspace, at: (...parts: readonly string[]) => join(root, ...parts) };
};
