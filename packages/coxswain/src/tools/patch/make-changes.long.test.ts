import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../../workspace/workspace.fixture.ts";

const SIZE = 100_000;

test("T15: after a kill during a patch, each file has the old or the new content, and a moved file exists under one of its names", async (t) => {
  const folder = temporaryFolder(t);
  const at = (name: string): string => join(folder, name);
  for (const name of ["a", "b", "c"]) writeFileSync(at(name), "x".repeat(SIZE));
  const source = (path: string): string => JSON.stringify(pathToFileURL(join(import.meta.dirname, path)).href);
  const script = `
    const { makeChanges } = await import(${source("make-changes.ts")});
    const { nodeWorkspace } = await import(${source("../../workspace/index.ts")});
    const root = ${JSON.stringify(folder)};
    const workspace = nodeWorkspace({ root });
    const { readFile, rm } = await import("node:fs/promises");
    const { existsSync } = await import("node:fs");
    const at = (name) => root + "/" + name;
    if (existsSync(at("c")) && existsSync(at("d"))) await rm(at("d"));
    for (let turn = 0; ; turn++) {
      const bytes = Buffer.from((turn % 2 === 0 ? "x" : "y").repeat(${SIZE}));
      const [from, to] = existsSync(at("c")) ? ["c", "d"] : ["d", "c"];
      const planned = await Promise.all(["a", "b", from].map(async (name) => ({
        change: { kind: "update", sections: [] },
        file: { path: at(name), shown: name },
        ...(name === from ? { to: { path: at(to), shown: to } } : {}),
        old: await readFile(at(name)), bytes, before: "", after: "", notes: [],
      })));
      await makeChanges(workspace, planned);
      process.stdout.write(".");
    }
  `;
  const isWhole = (name: string): boolean => /^(?:x+|y+)$/.test(readFileSync(at(name), "utf8")) && readFileSync(at(name)).length === SIZE;
  for (let trial = 0; trial < 20; trial++) {
    const child = spawn(process.execPath, ["--conditions=coxswain-source", "--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let done = 0;
    for await (const chunk of child.stdout) {
      done += (chunk as Buffer).length;
      if (done > trial) break;
    }
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    const names = ["a", "b", "c", "d"].filter((name) => existsSync(at(name)));
    assert.ok(names.length >= 3 && names.every(isWhole), `trial ${trial}: ${names.join()}`);
  }
});
