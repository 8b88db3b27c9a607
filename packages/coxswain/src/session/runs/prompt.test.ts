import assert from "node:assert/strict";
import { test } from "node:test";
import { memoryStore } from "../../log/index.ts";
import { collect, messagesOf, openScene, callSay, sayTool, transcript, typesIn, typesOf } from "../../runtime/runtime.fixture.ts";
import { faultyStore } from "../../testing/index.ts";
import { clear } from "../operations.ts";
import { SessionBusyError } from "../errors.ts";

/** Opens a scene whose first response waits until it is released. */
const heldScene = async () => {
  const hold = Promise.withResolvers<void>();
  const scene = await openScene({ script: [{ text: "one", hold: hold.promise }, "two", "three"] });
  return { ...scene, release: () => hold.resolve() };
};

test("S1-14: rejects an empty prompt, and records nothing", async () => {
  await using scene = await openScene();
  for (const empty of ["", "  \n", []]) {
    const outcome = await scene.session.prompt(empty).outcome;
    assert.equal(outcome.kind === "failed" && outcome.error.code, "empty_prompt");
  }
  assert.deepEqual(messagesOf(scene.session), []);
});

test("rejects prompts and steering messages that are neither strings nor parts, and records nothing", async () => {
  await using scene = await heldScene();
  const odd: readonly unknown[] = [
    undefined,
    null,
    5,
    {},
    [null],
    ["a"],
    [{ type: "text" }],
    [{ type: "image", mediaType: "image/png", data: 5 }],
  ];
  for (const input of odd) {
    const outcome = await scene.session.prompt(input as string).outcome;
    assert.match(outcome.kind === "failed" ? outcome.error.message : "", /^Invalid input: expected a string, or an array of parts/);
  }
  const { outcome } = scene.session.prompt("go");
  for (const input of odd) assert.throws(() => scene.session.steer(input as string), TypeError);
  assert.throws(() => scene.session.followUp("a", { source: 5 as never }), TypeError);
  scene.release();
  await outcome;
  assert.deepEqual(transcript(scene.session), ["user: go", "assistant: one"]);
});

test("S1-15, S3-37: rejects a second prompt on a busy session on its own stream, without effect on the first", async () => {
  await using scene = await heldScene();
  const first = scene.session.prompt("first");
  const second = scene.session.prompt("second");
  assert.deepEqual(typesOf(await collect(second)), ["run_end"]);
  const outcome = await second.outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "session_busy");
  scene.release();
  assert.equal((await first.outcome).kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: first", "assistant: one"]);
});

test("rejects an invalid whenBusy, and records nothing", async () => {
  await using scene = await heldScene();
  const first = scene.session.prompt("first");
  const outcome = await scene.session.prompt("second", { whenBusy: "wait" as never }).outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.message, "Invalid `whenBusy`: expected one of reject, queue, steer, followUp.");
  scene.release();
  await first.outcome;
  assert.deepEqual(transcript(scene.session), ["user: first", "assistant: one"]);
});

test("S4-08: with `queue` each prompt has its own run, in order", async () => {
  await using scene = await heldScene();
  const first = scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  const third = scene.session.prompt("third", { whenBusy: "queue" });
  assert.deepEqual(scene.session.state.queue.prompts, ["second", "third"]);
  scene.release();
  assert.deepEqual(await Promise.all([first, second, third].map(async (run) => (await run.outcome).kind)), ["done", "done", "done"]);
  assert.deepEqual(transcript(scene.session), [
    "user: first",
    "assistant: one",
    "user: second",
    "assistant: two",
    "user: third",
    "assistant: three",
  ]);
});

test("S0-35, S0-36: with `steer` and `followUp` a prompt joins the live run", async () => {
  await using scene = await heldScene();
  const run = scene.session.prompt("first");
  assert.equal(scene.session.prompt("now", { whenBusy: "steer" }), run);
  assert.equal(scene.session.prompt("later", { whenBusy: "followUp" }), run);
  scene.release();
  await run.outcome;
  assert.deepEqual(transcript(scene.session), [
    "user: first",
    "assistant: one",
    "user: now",
    "assistant: two",
    "user: later",
    "assistant: three",
  ]);
});

test("accepts a prompt while a run settles, and starts it afterwards", async () => {
  await using scene = await openScene({ script: ["one", "two"] });
  const first = scene.session.prompt("first");
  let second: typeof first | undefined;
  for await (const event of first) if (event.type === "turn_end") second = scene.session.prompt("second");
  assert.equal((await second?.outcome)?.kind, "done");
  assert.deepEqual(transcript(scene.session), ["user: first", "assistant: one", "user: second", "assistant: two"]);
});

test("accepts a prompt at a run's end event", async () => {
  await using scene = await openScene({ script: ["one", "two", "three"] });
  const first = scene.session.prompt("first");
  for await (const event of first) if (event.type === "run_end") assert.equal((await scene.session.prompt("second").outcome).kind, "done");
  await first.outcome;
  assert.equal((await scene.session.prompt("third").outcome).kind, "done");
});

test("S1-41, S1-42, S3-41: a session is running from the prompt to its outcome", async () => {
  await using scene = await heldScene();
  assert.equal(scene.session.state.status, "idle");
  const run = scene.session.prompt("go");
  assert.equal(scene.session.state.status, "running");
  scene.release();
  await run.outcome;
  assert.equal(scene.session.state.status, "idle");
});

test("S0-37: records the source of a message", async () => {
  await using scene = await openScene({ script: ["ok"] });
  await scene.session.prompt("go", { source: "extension" }).outcome;
  assert.deepEqual(messagesOf(scene.session)[0], { role: "user", content: [{ type: "text", text: "go" }], source: "extension" });
});

test("S0-35: sends images with the text of a prompt", async () => {
  await using scene = await openScene({ script: ["ok"] });
  const image = { type: "image" as const, mediaType: "image/png", data: "iVBORw0KGgo=" };
  await scene.session.prompt([{ type: "text", text: "Describe this." }, image]).outcome;
  assert.deepEqual(scene.model.requests[0]?.messages[0]?.content, [{ type: "text", text: "Describe this." }, image]);
});

test("S1-11: a prompt may set its own output tokens and temperature", async () => {
  await using scene = await openScene({ script: ["one", "two"], maxOutputTokens: 500 });
  await scene.session.prompt("a", { maxOutputTokens: 100, temperature: 0.2 }).outcome;
  await scene.session.prompt("b").outcome;
  assert.deepEqual(
    scene.model.requests.map(({ maxOutputTokens, temperature }) => [maxOutputTokens, temperature]),
    [
      [100, 0.2],
      [500, undefined],
    ],
  );
});

test("a queued run that is aborted before its start sends no request", async () => {
  await using scene = await heldScene();
  scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  second.abort();
  assert.equal((await second.outcome).kind, "aborted");
  scene.release();
  await scene.session.prompt("third", { whenBusy: "queue" }).outcome;
  assert.equal(scene.model.requests.length, 2);
});

test("an aborted queued run settles while the run before it continues, with one event for its own readers", async () => {
  await using scene = await heldScene();
  const first = scene.session.prompt("first");
  const all = scene.session.events();
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  second.abort("changed my mind");
  assert.deepEqual(await second.outcome, { kind: "aborted", reason: "changed my mind" });
  assert.equal(scene.session.state.status, "running");
  assert.deepEqual(
    (await Array.fromAsync(second)).map(({ type }) => type),
    ["run_end"],
  );
  scene.release();
  await first.outcome;
  await scene.session.close();
  const ended = (await Array.fromAsync(all)).flatMap((event) => (event.type === "run_end" ? [event.runId] : []));
  assert.deepEqual(ended, [first.id]);
});

test("two aborts in a row end only the active run, and the next abort ends the run after it", async () => {
  const hold = new Promise<void>(() => {});
  await using scene = await openScene({
    script: ({ messages }) => (JSON.stringify(messages.at(-1)).includes("third") ? "three" : { text: "one", hold }),
  });
  const [first, second, third] = ["first", "second", "third"].map((text) => scene.session.prompt(text, { whenBusy: "queue" }));
  scene.session.abort();
  scene.session.abort();
  assert.equal((await first?.outcome)?.kind, "aborted");
  assert.deepEqual(scene.session.state.queue.prompts, ["third"]);
  scene.session.abort();
  scene.session.abort();
  assert.equal((await second?.outcome)?.kind, "aborted");
  assert.equal((await third?.outcome)?.kind, "done");
});

test("a steering message to a queued run is delivered with its prompt", async () => {
  await using scene = await heldScene();
  scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  assert.equal(second.steer("and more"), "queued");
  scene.release();
  await second.outcome;
  assert.deepEqual(transcript(scene.session).slice(2), ["user: second", "user: and more", "assistant: two"]);
});

test("S3-36, S4-10: two sessions run concurrently", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({
    script: async ({ messages }) => {
      const { content } = messages[0] ?? {};
      if (JSON.stringify(content).includes("slow")) await hold.promise;
      return "ok";
    },
  });
  const other = await scene.runtime.create({ cwd: "/", model: scene.model.info.reference });
  const slow = scene.session.prompt("slow");
  assert.equal((await other.prompt("quick").outcome).kind, "done");
  assert.equal(scene.session.state.status, "running");
  hold.resolve();
  assert.equal((await slow.outcome).kind, "done");
});

test("S0-80, S0-81: a session requires only a model and a folder, and a prompt no options", async () => {
  await using scene = await openScene({ script: [callSay("a"), "done"], tools: [sayTool()] });
  assert.equal((await scene.session.prompt("go").outcome).kind, "done");
});

test("S0-37: records the source of a message that joins the live run", async () => {
  await using scene = await heldScene();
  const run = scene.session.prompt("first");
  scene.session.prompt("now", { whenBusy: "steer", source: "extension" });
  scene.release();
  await run.outcome;
  const joined = messagesOf(scene.session)[2];
  assert.equal(joined?.role === "user" && joined.source, "extension");
});

test("a follow-up after the abort of a queued run starts its own run", async () => {
  await using scene = await heldScene();
  scene.session.prompt("first");
  const second = scene.session.prompt("second", { whenBusy: "queue" });
  scene.session.abort();
  second.abort();
  const third = scene.session.prompt("third", { whenBusy: "followUp" });
  scene.release();
  assert.equal((await third.outcome).kind, "done");
  assert.equal((await second.outcome).kind, "aborted");
});

test("rejects fork and clear while a run settles, so its last entries stay on its branch", async () => {
  const slow = Promise.withResolvers<void>();
  const store = faultyStore(memoryStore(), { append: (_, [entry]) => (entry?.type === "run_end" ? slow.promise : undefined) });
  await using scene = await openScene({ script: ["one"], store });
  const run = scene.session.prompt("a");
  for await (const event of run) {
    if (event.type !== "turn_end") continue;
    assert.equal(scene.session.isBusy, false);
    await assert.rejects(scene.session.fork(null, { into: "here" }), SessionBusyError);
    await assert.rejects(clear(scene.session), SessionBusyError);
    slow.resolve();
  }
  await scene.session.fork(null, { into: "here" });
  assert.deepEqual(typesIn(scene.session.entries), ["setup"]);
});

test("delivers a thousand queued messages in order", async () => {
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ script: [{ text: "one", hold: hold.promise }, "two"] });
  const run = scene.session.prompt("go");
  const followUps = Array.from({ length: 1_000 }, (_, n) => `message ${n}`);
  for (const text of followUps) run.followUp(text);
  hold.resolve();
  await run.outcome;
  assert.deepEqual(
    transcript(scene.session).slice(2, -1),
    followUps.map((text) => `user: ${text}`),
  );
});
