import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, test } from "node:test";
import { inject, noStrace } from "../../packages/coxswain/src/store/store.fixture.ts";
import { continueCompacted, storeSession } from "./killed-compaction.ts";

const folder = await mkdtemp(join(tmpdir(), "cox-compaction-"));
after(() => rm(folder, { recursive: true }));

/** Compacts in a child process that is killed at its nth write to the session's file. Returns whether it was killed. */
const killedAt = async (directory: string, id: string, path: string, at: number): Promise<boolean> => {
  const [command, ...words] = [...inject("write", `signal=SIGKILL:when=${at}`), "-P", path];
  const child = [process.execPath, "--conditions=coxswain-source", join(import.meta.dirname, "compaction.child.ts"), directory, id];
  const [code, signal] = await once(spawn(command, [...words, ...child], { stdio: "inherit" }), "close");
  assert.ok(code === 0 || signal === "SIGKILL" || code === 137, `the process ended with ${code ?? signal}`);
  return code !== 0;
};

test(
  "L21: a process that is killed at any write of a compaction leaves the state before it or the state after it",
  { skip: noStrace },
  async () => {
    const whole = join(folder, "whole");
    const { id, path } = await storeSession(whole);
    const seen: string[] = [];
    for (let at = 1, killed = true; killed; at += 1) {
      const copy = join(folder, `${at}`);
      await cp(whole, copy, { recursive: true });
      killed = await killedAt(copy, id, join(copy, relative(whole, path)), at);
      seen.push(await continueCompacted(copy, id));
    }
    assert.equal(seen[0], "before");
    assert.equal(seen.at(-1), "after");
  },
);
