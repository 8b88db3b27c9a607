import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { test } from "node:test";
import { nodeWorkspace } from "../node/index.ts";
import { temporaryFolder } from "../workspace.fixture.ts";
import { confinedWorkspace } from "./sandbox.fixture.ts";

const KILLS = 60;

/** Processes that name a folder, which all of a sandbox do. */
const processesOf = (folder: string): readonly string[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8");
      } catch {
        return "";
      }
    })
    .filter((line) => line.includes(folder));

test("A7: when a process is killed at any moment, none of its sandboxes remains, and the next one deletes its folders", async (t) => {
  const made = await confinedWorkspace(t);
  if (made === undefined) return;
  const { root } = made;
  const temporary = temporaryFolder(t);
  execFileSync("git", ["init", "--quiet", root]);
  const program = `
    import { nodeWorkspace } from ${JSON.stringify(new URL("../index.ts", import.meta.url).href)};
    const workspace = nodeWorkspace({ root: ${JSON.stringify(root)}, sandbox: { mode: "required" } });
    workspace.preparing();
    console.log("up");
    for (;;) {
      await workspace.spawn("sleep 0.01");
      console.log("ran");
    }`;
  for (let count = 0; count < KILLS; count += 1) {
    const owner = spawn(process.execPath, [...process.execArgv, "--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, TMPDIR: temporary },
    });
    await once(owner.stdout, "data");
    // The folders of the last one remain.
    await (count === KILLS - 1 ? once(owner.stdout, "data") : setTimeout(count * 5));
    owner.kill("SIGKILL");
    await once(owner, "exit");
  }
  for (const begun = performance.now(); processesOf(root).length > 0; await setTimeout(20))
    assert.ok(performance.now() - begun < 20_000, processesOf(root).join("\n").replaceAll("\0", " "));

  const previous = process.env["TMPDIR"];
  process.env["TMPDIR"] = temporary;
  t.after(() => {
    if (previous === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = previous;
  });
  assert.ok(readdirSync(temporary).length > 0);
  const next = nodeWorkspace({ root: join(root), sandbox: { mode: "required" } });
  await next.spawn(":");
  await next.close();
  assert.deepEqual(readdirSync(temporary), []);
});
