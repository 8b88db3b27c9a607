import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** Creates a folder that is removed after the test. Its path has no symbolic links. */
export const temporaryFolder = (t: TestContext): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "coxswain-extension-")));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
