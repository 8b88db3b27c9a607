import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { temporaryFolder } from "../workspace.fixture.ts";

test("T15: killed while it replaces a file, a process leaves the old content or the new", async (t) => {
  const folder = temporaryFolder(t);
  const path = join(folder, "file");
  writeFileSync(path, "a".repeat(300_000));
  const script = `
    const { replaceFile } = await import(${JSON.stringify(pathToFileURL(join(import.meta.dirname, "replace-file.ts")).href)});
    const contents = ["a", "b"].map((letter) => Buffer.from(letter.repeat(300_000)));
    for (let turn = 0; ; turn++) {
      await replaceFile(${JSON.stringify(path)}, contents[turn % 2]);
      process.stdout.write(".");
    }
  `;
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
    const content = readFileSync(path, "utf8");
    assert.ok(content === "a".repeat(300_000) || content === "b".repeat(300_000), `trial ${trial}: ${content.length} bytes`);
  }
});
