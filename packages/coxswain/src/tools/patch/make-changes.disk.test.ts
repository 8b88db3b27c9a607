import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";

const skip = spawnSync("strace", ["-o", "/dev/null", "true"]).status === 0 ? false : "needs strace";

const source = (path: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);

/** Changes two files by one patch in a process in which strace injects system call errors. Returns the output. */
const changeBoth = (folder: string, calls: string, fault: string): string => {
  const script = `
    const { makeChanges } = await import(${source("make-changes.ts")});
    const { nodeWorkspace } = await import(${source("../../workspace/index.ts")});
    const root = ${JSON.stringify(folder)};
    const workspace = nodeWorkspace({ root });
    const planned = ["a", "b"].map((name) => ({
      change: { kind: "update", sections: [] },
      file: { path: root + "/" + name, shown: name, inside: true, savedOutput: false },
      old: Buffer.from("old"), bytes: Buffer.from("new"), before: "", after: "", notes: [],
    }));
    await makeChanges(workspace, planned).then(() => console.log("made"), ({ message }) => console.log(message));
  `;
  const traced = ["-f", "-o", "/dev/null", "-e", `trace=${calls}`, "-e", `inject=${calls}:${fault}`];
  const node = [process.execPath, "--conditions=coxswain-source", "--input-type=module", "--eval", script];
  // strace counts calls per thread.
  const env = { ...process.env, UV_THREADPOOL_SIZE: "1" };
  return spawnSync("strace", [...traced, ...node], { encoding: "utf8", env }).stdout.trim();
};

for (const calls of ["fsync", "rename"]) {
  for (const when of [1, 2]) {
    test(`T14: a disk error at ${calls} ${when} of a patch leaves every file unchanged`, { skip }, (t) => {
      const folder = temporaryFolder(t);
      for (const name of ["a", "b"]) writeFileSync(join(folder, name), "old");
      assert.match(changeBoth(folder, calls, `error=EIO:when=${when}`), /Nothing was changed\.$/);
      assert.deepEqual(
        readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]),
        [
          ["a", "old"],
          ["b", "old"],
        ],
      );
    });

    test(`T15: after a kill at ${calls} ${when} of a patch, each file has the old or the new content`, { skip }, (t) => {
      const folder = temporaryFolder(t);
      for (const name of ["a", "b"]) writeFileSync(join(folder, name), "old");
      assert.equal(changeBoth(folder, calls, `signal=SIGKILL:when=${when}`), "");
      const contents = ["a", "b"].map((name) => readFileSync(join(folder, name), "utf8"));
      assert.ok(
        contents.every((content) => content === "old" || content === "new"),
        contents.join(),
      );
    });
  }
}
