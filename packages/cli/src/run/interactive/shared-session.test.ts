import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import {
  allowAll,
  createRuntime,
  fixedModels,
  jsonlStore,
  ModelError,
  readSession,
  type RuntimeOptions,
  scriptedModel,
  type Session,
} from "coxswain";
import { masking } from "coxswain/policy";
import type { Script } from "coxswain/providers";
import type { RetryOptions } from "coxswain/session";
import { SessionView } from "coxswain/view";
import { changedFiles, runs } from "../../screen/commands/changed-files.fixture.ts";
import { OpenQuestions, OpenTextQuestions } from "../../screen/index.ts";
import { SharedSession, type SharedSessionOptions } from "./shared-session.ts";

const immediate = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

interface Scene {
  readonly cwd?: string;
  readonly owned?: Pick<RuntimeOptions, "tools" | "changes" | "workspace" | "policy">;
  readonly script?: Script;
  readonly change?: SharedSessionOptions["task"]["change"];
  readonly ownerSince?: number;
  readonly openRuntime?: SharedSessionOptions["task"]["openRuntime"];
  readonly retry?: RetryOptions;
}

/** A session that one store owns, with a run that waits for the model, and the same one seen through another store. */
const openShared = async (t: TestContext, scene: Scene = {}) => {
  const directory = mkdtempSync(join(tmpdir(), "cox-shared-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  const hold = Promise.withResolvers<void>();
  const script = scene.script ?? [{ text: "One.", hold: hold.promise }, "Two.", "Three."];
  const model = scriptedModel(script);
  const owner = createRuntime({ store: jsonlStore({ directory }), models: fixedModels(model), ...scene.owned });
  const session = await owner.create({
    model: model.info.reference,
    cwd: scene.cwd ?? "/",
    ...(scene.retry === undefined ? {} : { retry: scene.retry }),
  });
  const run = session.prompt("Go.");
  await run.admitted();
  const store = jsonlStore({ directory });
  const lines: string[] = [];
  const openRuntime = scene.openRuntime ?? (() => createRuntime({ store, models: fixedModels(scriptedModel(["Here."])) }));
  const change = scene.change ?? (async () => {});
  const shared = new SharedSession(
    {
      id: session.id,
      task: { store, masking: masking(), options: {}, openRuntime, change },
      ownerSince: scene.ownerSince,
      questions: new OpenQuestions(),
      textQuestions: new OpenTextQuestions(),
      print: (line) => void lines.push(line),
      onRemoved: () => {},
    },
    await readSession(store, session.id),
  );
  const view = new SessionView(session.id);
  for (const entry of shared.entries) view.add(entry);
  const last = shared.entries.at(-1)?.seq ?? -1;
  const events = shared.events();
  const reading = (async () => {
    for await (const event of events) {
      if (event.type !== "entry" || event.entry.seq > last) view.apply(event);
    }
  })();
  const until = async (isReached: () => boolean): Promise<void> => {
    while (!isReached()) await immediate();
  };
  return {
    session,
    run,
    shared,
    view,
    lines,
    until,
    release: () => hold.resolve(),
    leaveOwner: () => owner.close(),
    async [Symbol.asyncDispose]() {
      hold.resolve();
      await events.return?.();
      await reading;
      await shared.close();
      await owner.close();
    },
  };
};

const activity = ({ view }: Awaited<ReturnType<typeof openShared>>): string => view.status.activity.kind;

test("an active run is shown as one from the beginning, and its end", async (t) => {
  await using scene = await openShared(t);
  await scene.until(() => activity(scene) === "waiting");
  assert.equal(scene.shared.status, "running");
  assert.equal(scene.shared.isShared, true);
  scene.release();
  await scene.until(() => activity(scene) === "idle");
  assert.equal(scene.shared.status, "idle");
});

test("S2-35: the changes of a shared session are those of its owner, also the new ones", async (t) => {
  const { parts } = changedFiles(t);
  const { cwd, workspace, ...owned } = parts;
  const hold = Promise.withResolvers<void>();
  const script: Script = [runs("echo two >> a"), { ...runs("echo three > b"), hold: hold.promise }, "Done."];
  await using scene = await openShared(t, { cwd, script, owned: { ...owned, workspace: () => workspace, policy: allowAll() } });
  const changes = async ({ files }: Pick<SharedSession, "files">) => {
    const [changed, { runs: of }] = [await files.changed(), await files.history()];
    return { changed, of, diffs: await Promise.all(changed.flatMap(({ changes: all }) => all.map((one) => files.diff(one)))) };
  };
  hold.resolve();
  await scene.run.outcome;
  await scene.until(() => activity(scene) === "idle");
  const owners = await changes(scene.session);
  assert.equal(owners.changed.length, 2);
  assert.deepEqual(await changes(scene.shared), owners);
});

test("a request that the owner retries is shown with its error and the time of the next one", async (t) => {
  const script = [{ error: new ModelError("transient", "Overloaded.") }, "One."];
  await using scene = await openShared(t, { script, retry: { tries: 3, baseMs: 60_000, jitter: false } });
  await scene.until(() => activity(scene) === "retrying");
  const shown = scene.view.status.activity;
  assert.ok(shown.kind === "retrying");
  assert.deepEqual([shown.attempt, shown.tries, shown.error, shown.until - shown.since], [1, 3, "Overloaded.", 60_000]);
  const texts = scene.view.blocks.flatMap((block) => (block.kind === "notice" ? [block.text] : []));
  assert.deepEqual(texts, ["Retrying in 60 s (1 of 3): Overloaded."]);
});

test("a run that an earlier process left is not shown as active", async (t) => {
  await using scene = await openShared(t, { ownerSince: Date.now() + 60_000 });
  assert.equal(scene.shared.status, "idle");
  assert.equal(scene.shared.isBusy, false);
  assert.equal(activity(scene), "idle");
});

test("an abort interrupts the owner's run", async (t) => {
  await using scene = await openShared(t);
  scene.shared.abort();
  assert.equal((await scene.run.outcome).kind, "aborted");
  await scene.until(() => scene.shared.status === "idle");
});

test("a prompt steers the owner's run, or waits for its end", async (t) => {
  await using scene = await openShared(t);
  await scene.shared.send("At the end.", "At the end.", "later");
  await scene.shared.send("At once.", "At once.", "now");
  assert.deepEqual(
    scene.shared.waiting.map(({ how, text }) => [how, text]),
    [
      ["followUp", "At the end."],
      ["steer", "At once."],
    ],
  );
  await scene.until(() => scene.session.waiting.length === 2);
  scene.release();
  assert.equal((await scene.run.outcome).kind, "done");
  await scene.until(() => scene.shared.waiting.length === 0);
  const texts = scene.view.blocks.flatMap((block) => (block.kind === "user" ? [block.text] : []));
  assert.deepEqual(texts, ["Go.", "At once.", "At the end."]);
});

test("a prompt is taken back until the owner has it", async (t) => {
  await using scene = await openShared(t);
  await scene.shared.send("Early.", "Early.", "now");
  await scene.shared.waiting[0]?.cancel("Taken back.", { returned: true });
  assert.equal(scene.shared.waiting.length, 0);
  await scene.shared.send("Late.", "Late.", "now");
  await scene.until(() => scene.session.waiting.length === 1);
  assert.deepEqual(
    scene.session.waiting.map(({ text }) => text),
    ["Late."],
  );
  await scene.shared.waiting[0]?.cancel("Taken back.", { returned: true });
  assert.equal(scene.shared.waiting.length, 1);
});

test("a prompt that an interruption returns leaves no notice, and one that the owner takes back is reported", async (t) => {
  await using scene = await openShared(t);
  const { shared, session } = scene;
  await shared.send("First.", "First.", "now");
  await scene.until(() => session.waiting.length === 1);
  session.waiting[0]?.cancel("The user took it back.", { returned: true });
  await scene.until(() => scene.lines.includes("Taken back in the other terminal: First."));
  await shared.send("Second.", "Second.", "now");
  await scene.until(() => session.waiting.length === 1);
  const cancelled = shared.waiting[0]?.cancel("The user interrupted the run.", { returned: true });
  shared.abort();
  await cancelled;
  await scene.until(() => shared.status === "idle");
  assert.deepEqual(shared.waiting, []);
  assert.ok(!scene.view.blocks.some(({ kind }) => kind === "notice"));
  const owners = new SessionView(session.id);
  for (const entry of session.entries) owners.add(entry);
  assert.ok(!owners.blocks.some(({ kind }) => kind === "notice"));
});

test("a session whose model cannot be used stays open, and reports the reason", async (t) => {
  let own: Session | undefined;
  const change = async (session: Session): Promise<void> => {
    own = session;
    throw new Error("add --base-url again");
  };
  await using scene = await openShared(t, { change });
  await scene.until(() => activity(scene) === "waiting");
  await scene.leaveOwner();
  await scene.until(() =>
    scene.lines.some((line) => line.includes("does not continue here: add --base-url again. /model chooses another")),
  );
  await scene.until(() => activity(scene) === "idle");
  assert.equal(scene.shared.own(), own);
});

test("a session that cannot be opened here stays readable, and takes no prompt", async (t) => {
  const openRuntime = () => ({
    ...createRuntime({ models: fixedModels(scriptedModel([])) }),
    open: () => Promise.reject(new Error("the disk has failed")),
    close: async () => {},
  });
  await using scene = await openShared(t, { openRuntime });
  await scene.until(() => scene.lines.some((line) => line.includes("cannot be opened here: the disk has failed. It stays on the screen")));
  await scene.until(() => activity(scene) === "idle");
  await assert.rejects(scene.shared.send("Go.", "Go.", "now"), /the disk has failed/);
  assert.throws(() => scene.shared.own(), /the disk has failed/);
  assert.notEqual(scene.shared.entries.length, 0);
});
