import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryFolder } from "../workspace.fixture.ts";
import { confinedWorkspace } from "./sandbox.fixture.ts";

test("a confined command cannot escape through a folder that this process has open", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const outside = temporaryFolder(t);
  const program = `
    import { nodeWorkspace } from ${JSON.stringify(new URL("../index.ts", import.meta.url).href)};
    const workspace = nodeWorkspace({ root: ${JSON.stringify(made.root)}, sandbox: { mode: "required" } });
    const { output } = await workspace.spawn("touch /proc/self/fd/9/escaped /dev/fd/40/escaped; cd /proc/self/fd && echo *");
    console.log(output.head);
    await workspace.close();`;
  const script = `exec 9< ${outside} 40< ${outside}; exec "$@"`;
  const node = [
    process.execPath,
    ...process.execArgv.filter((argument) => !argument.startsWith("--test")),
    "--input-type=module",
    "-e",
    program,
  ];
  const output = execFileSync("bash", ["-c", script, "bash", ...node], { encoding: "utf8" });
  assert.match(output, /^0 1 2/m, output);
  assert.ok(!existsSync(join(outside, "escaped")), output);
});
