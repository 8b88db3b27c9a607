import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isMessage } from "../loop/index.ts";
import { textOf } from "../model/index.ts";
import { jsonlStore } from "../store/index.ts";
import { inject, noStrace } from "../store/store.fixture.ts";
import { readSession } from "./read-session.ts";
import { openScene } from "./runtime.fixture.ts";

const source = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** System calls that change the disk during a delivery. */
const CALLS = "rename,unlink,rmdir,mkdir,fsync,fdatasync";

/**
 * Runs a program with `store` and the session's `id` in scope. Returns true if it completed, false if it was killed.
 */
const run = async (t: TestContext, directory: string, id: string, program: string, killedAt?: number): Promise<boolean> => {
  const script = `
    import { createRuntime, sendToOwner } from ${source("./index.ts")};
    import { fixedModels, scriptedModel } from ${source("../model/index.ts")};
    import { allowAll } from ${source("../policy/index.ts")};
    import { jsonlStore } from ${source("../store/index.ts")};
    const store = jsonlStore({ directory: ${JSON.stringify(directory)} });
    const id = ${JSON.stringify(id)};
    ${program}`;
  const before = killedAt === undefined ? [] : inject(CALLS, `signal=SIGKILL:when=${killedAt}`);
  const [command, ...rest] = [...before, process.execPath, "--conditions=coxswain-source", "--input-type=module", "-e", script];
  const child = spawn(command, rest, {
    stdio: ["ignore", "ignore", "pipe"],
    // strace counts calls per thread.
    env: { ...process.env, UV_THREADPOOL_SIZE: "1" },
  });
  t.after(() => child.kill("SIGKILL"));
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const [code] = (await once(child, "close")) as [number | null];
  assert.equal(errors, "");
  return code === 0;
};

const SEND = `await sendToOwner(store, id, "second", { id: "m1" });`;

/** Opens the session, which delivers the pending prompt, and waits for its run. */
const OWN = `
  await using runtime = createRuntime({ store, models: fixedModels(scriptedModel(["answer", "answer"])), policy: allowAll() });
  const session = await runtime.open(id);
  session.resume();
  await session.runs?.at(-1)?.outcome;
  while (session.status === "running") await new Promise((resolve) => setImmediate(resolve));`;

const place = async (t: TestContext) => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-mailbox-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const store = jsonlStore({ directory });
  await using scene = await openScene({ store, script: ["one"], cwd: directory });
  await scene.session.prompt("first").outcome;
  return { directory, store, id: scene.session.id };
};

/** Returns the user messages of the session, and the files left beside it. */
const outcome = async ({ directory, store, id }: Awaited<ReturnType<typeof place>>) => {
  const { entries } = await readSession(store, id);
  const users = entries.filter(isMessage).filter(({ message }) => message.role === "user");
  const left = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) => /\.(inbox|refused|sending)/.test(name));
  return { texts: users.map(({ message }) => textOf(message)), left };
};

test("a sender that is killed at any step and retries delivers the message once", { skip: noStrace }, async (t) => {
  let killedAt = 0;
  for (let ended = false; !ended;) {
    const at = await place(t);
    ended = await run(t, at.directory, at.id, SEND, ++killedAt);
    await run(t, at.directory, at.id, SEND);
    await run(t, at.directory, at.id, OWN);
    const { texts, left } = await outcome(at);
    assert.deepEqual(texts, ["first", "second"], `killed at ${killedAt}`);
    assert.deepEqual(
      left.filter((name) => !name.includes("sending")),
      [],
    );
  }
});

test("an owner that is killed at any step leaves the message to the next owner, which delivers it once", { skip: noStrace }, async (t) => {
  for (let killedAt = 1, ended = false; !ended; killedAt++) {
    const at = await place(t);
    await run(t, at.directory, at.id, SEND);
    ended = await run(t, at.directory, at.id, OWN, killedAt);
    await run(t, at.directory, at.id, OWN);
    assert.deepEqual(await outcome(at), { texts: ["first", "second"], left: [] }, `killed at ${killedAt}`);
  }
});
