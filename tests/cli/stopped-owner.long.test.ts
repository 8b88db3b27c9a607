import assert from "node:assert/strict";
import { test } from "node:test";
import { openCox } from "./cox-scene.ts";

test(
  "A9: a task for a session whose owner is stopped reports it after 10 s, can be withdrawn, and runs in a copy",
  { skip: process.platform === "linux" ? false : "reads /proc" },
  async () => {
    const asked = Promise.withResolvers<void>();
    await using cox = await openCox((_, turn) => {
      asked.resolve();
      return turn === 0 ? { before: new Promise(() => {}) } : "Done in a copy.";
    });
    const first = cox.start(["first"]);
    await asked.promise;
    first.child.kill("SIGSTOP");
    const begun = performance.now();
    const second = cox.start(["-c", "second"]);
    await second.seen("does not answer: it is stopped");
    assert.ok(performance.now() - begun > 10_000);
    second.child.kill("SIGINT");
    const { stderr } = await second.ended;
    assert.match(stderr, new RegExp(`process ${first.child.pid}, which has the session open, does not answer`));
    assert.match(stderr, /the queued task was withdrawn/);
    const [, id = ""] = /cox -r (\S+) --fork "task"/.exec(stderr) ?? [];
    const copy = await cox.run(["-r", id, "--fork", "second"]);
    assert.deepEqual([copy.code, copy.stdout], [0, "Done in a copy.\n"], copy.stderr);
    first.child.kill("SIGKILL");
    await first.ended;
  },
);
