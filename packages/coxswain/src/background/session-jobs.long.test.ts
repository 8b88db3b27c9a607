import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type Script, textOf } from "../model/index.ts";
import { temporaryFolder } from "../workspace/workspace.fixture.ts";
import { bash, jobScene } from "../runtime/jobs.fixture.ts";

const source = (path: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, "..", path)).href);

test("T1: a job that writes 1 GB takes less than 150 MB more memory, with or without job_output", (t) => {
  const folder = temporaryFolder(t);
  const script = `
    const { openScene } = await import(${source("runtime/runtime.fixture.ts")});
    const { bashTool, jobOutputTool } = await import(${source("tools/index.ts")});
    const { nodeWorkspace } = await import(${source("workspace/index.ts")});
    const workspace = nodeWorkspace({ root: ${JSON.stringify(folder)}, spill: { folder: ${JSON.stringify(join(folder, "output"))} } });
    const look = { calls: [{ name: "job_output", input: { job: "j1", wait: 1 } }] };
    const begin = { calls: [{ name: "bash", input: { command: "yes | head -c 1G", background: true } }] };
    const rule = ({ messages }) => (messages.length === 1 ? begin : JSON.stringify(messages.at(-1)).includes("Still running") || messages.length === 3 ? look : "Done.");
    const { session, runtime } = await openScene({ script: rule, workspace, cwd: ${JSON.stringify(folder)}, tools: [bashTool(workspace), jobOutputTool()] });
    const before = process.memoryUsage.rss() / 1024;
    await session.prompt("go").outcome;
    const end = session.entries.find(({ type }) => type === "job_end");
    const rss = process.resourceUsage().maxRSS;
    await runtime.close();
    console.log(JSON.stringify({ text: end.text, more: rss - before }));
  `;
  const { text, more } = JSON.parse(
    execFileSync(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "--eval", script], { encoding: "utf8" }),
  ) as { readonly text: string; readonly more: number };
  assert.match(text, /the first 67108864 bytes can be read in /);
  assert.ok(more < 150 * 1024, `${more} KiB`);
});

test("T6: after 1000 jobs only the guard remains as a child process", async (t) => {
  const calls = Array.from({ length: 10 }, () => bash("sleep 0 & true", { background: true }));
  const script: Script = ({ messages }) => {
    const last = messages.at(-1);
    return last?.role === "user" && textOf(last) === "go" ? { calls } : "Done.";
  };
  const { session } = await jobScene(t, script);
  const isRunning = (): boolean => session.status !== "idle" || session.state.jobs.some(({ state }) => state === "running");
  for (let turn = 0; turn < 100; turn++) {
    await session.prompt("go", { whenBusy: "queue" }).outcome;
    while (isRunning()) await setImmediate();
  }
  assert.equal(session.entries.filter(({ type }) => type === "job_end").length, 1000);
  const children = execFileSync("ps", ["-o", "pid=,stat=,args=", "--ppid", String(process.pid)], { encoding: "utf8" });
  const others = children.split("\n").filter((line) => line.trim() !== "" && !line.includes("cox-guard") && !line.includes("ps -o"));
  assert.deepEqual(others, []);
});
