import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { join } from "node:path";
import { temporaryFolder, temporaryWorkspace } from "../workspace.fixture.ts";

test("T1: 1 GB of output takes less than 150 MB of memory", (t) => {
  const folder = temporaryFolder(t);
  const script = `
    const { nodeWorkspace } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, "node-workspace.ts")).href)});
    const workspace = nodeWorkspace({ root: ${JSON.stringify(folder)}, spill: { folder: ${JSON.stringify(join(folder, "output"))} } });
    let relayed = 0;
    const { output } = await workspace.spawn("yes | head -c 1G", { onOutput: (text) => (relayed += text.length) });
    const { bytes, head, tail, file } = output;
    console.log(JSON.stringify({ bytes, relayed, held: head.length + tail.length, file, rss: process.resourceUsage().maxRSS }));
  `;
  const { bytes, relayed, held, file, rss } = JSON.parse(
    execFileSync(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "--eval", script], { encoding: "utf8" }),
  );
  assert.deepEqual([bytes, relayed, held], [2 ** 30, 2 ** 30, 30_000]);
  assert.deepEqual([file.bytes, file.complete], [64 * 2 ** 20, false]);
  assert.ok(rss < 150 * 1024, `${rss} KiB`);
});

test("T6: after 1000 commands no child process remains except the guard, dead or alive", async (t) => {
  const { workspace } = temporaryWorkspace(t);
  for (let batch = 0; batch < 100; batch++) {
    await Promise.all(Array.from({ length: 10 }, () => workspace.spawn("sleep 0 & true")));
  }
  const { output } = await workspace.spawn(`ps -o pid=,stat=,args= --ppid ${process.pid} | grep -v cox-guard`);
  assert.equal(output.head.trim().split("\n").length, 1, output.head);
});
