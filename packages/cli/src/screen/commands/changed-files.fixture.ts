import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { bashTool, folderScanners, nodeWorkspace, writeTool } from "coxswain/tools";

/** Parts of a session that records what its tools change in a temporary folder, in which the file `a` is `one`. */
export const changedFiles = (t: TestContext) => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "cox-undo-")));
  t.after(() => rmSync(cwd, { recursive: true }));
  writeFileSync(join(cwd, "a"), "one\n");
  const workspace = nodeWorkspace({ root: cwd });
  return {
    parts: { cwd, workspace, tools: [bashTool(workspace), writeTool(workspace)], changes: folderScanners() },
    read: (name: string): string | undefined => (existsSync(join(cwd, name)) ? readFileSync(join(cwd, name), "utf8") : undefined),
    change: (name: string, text: string): void => writeFileSync(join(cwd, name), text),
  };
};

export const runs = (command: string) => ({ calls: [{ name: "bash", input: { command } }] });
