import assert from "node:assert/strict";
import { test } from "node:test";
import type { Resources } from "../../context/index.ts";
import { skill } from "../../context/skills.fixture.ts";
import { isMessage } from "../../loop/index.ts";
import { textOf } from "../../model/index.ts";
import { openScene, type Scene, transcript, typesIn } from "../../runtime/runtime.fixture.ts";
import { reopen, storeCutAt } from "../../runtime/crash.fixture.ts";
import type { Session } from "../session.ts";

const RESOURCES: Resources = {
  skills: [skill("pdf")],
  templates: [
    { name: "review", description: "", path: "/review.md", body: "Review $1.", origin: "user" },
    { name: "blank", description: "", path: "/blank.md", body: "$1", origin: "user" },
    { name: "again", description: "", path: "/again.md", body: "/review twice", origin: "user" },
  ],
  agents: [],
  warnings: [],
};

const PDF = '<skill name="pdf" path="/skills/pdf/SKILL.md">\nHow pdf is done.\n</skill>';

const open = (scene: Scene = {}) => openScene({ script: ["one", "two", "three"], resources: async () => RESOURCES, ...scene });

const userLines = (session: Session): string[] => transcript(session).filter((line) => line.startsWith("user"));

/** Opens a session with a run whose first response waits until it is released. */
const held = async () => {
  const hold = Promise.withResolvers<void>();
  const scene = await open({ script: [{ text: "one", hold: hold.promise }, "two", "three", "four"] });
  const run = scene.session.prompt("first");
  await run.admitted();
  return { ...scene, run, release: () => hold.resolve() };
};

test("S0-40: the model receives the expansion of a skill or template, and the log preserves the typed prompt", async () => {
  await using scene = await open();
  await scene.session.prompt("/skill:pdf report.pdf").outcome;
  await scene.session.prompt("/review src/a.ts").outcome;
  assert.deepEqual(userLines(scene.session), [`user: ${PDF}\n\nreport.pdf`, "user: Review src/a.ts."]);
  assert.deepEqual(
    scene.model.requests.map(({ messages }) => textOf(messages.at(-1) ?? { role: "user", content: [] })),
    [`${PDF}\n\nreport.pdf`, "Review src/a.ts."],
  );
  const typed = scene.session.entries.filter(isMessage).map(({ message }) => (message.role === "user" ? message.typed : undefined));
  assert.deepEqual(typed, ["/skill:pdf report.pdf", undefined, "/review src/a.ts", undefined]);
});

test("S0-03: expands steering messages and follow-ups too, and the queue shows the typed text", async () => {
  await using scene = await held();
  scene.session.steer("/review now");
  scene.session.followUp("/skill:pdf later");
  scene.session.prompt("/review last", { whenBusy: "queue" });
  scene.session.prompt("/review too", { whenBusy: "steer" });
  assert.deepEqual(scene.session.state.queue, {
    steering: ["/review now", "/review too"],
    followUps: ["/skill:pdf later"],
    prompts: ["/review last"],
  });
  scene.release();
  await scene.run.outcome;
  await scene.session.prompt("end", { whenBusy: "queue" }).outcome;
  assert.deepEqual(userLines(scene.session), [
    "user: first",
    "user: Review now.",
    "user: Review too.",
    `user: ${PDF}\n\nlater`,
    "user: Review last.",
    "user: end",
  ]);
});

test("the log contains the expansion, so a process without the skill sends the same message", async () => {
  await using scene = await held();
  scene.session.prompt("/skill:pdf a", { whenBusy: "queue" });
  await scene.session.append({ type: "last" });
  await using other = await reopen(await storeCutAt(scene.store, scene.session.id), scene.session.id, { script: ["one", "two", "three"] });
  assert.deepEqual(other.session.state.queue.prompts, ["/skill:pdf a"]);
  assert.equal((await other.session.prompt("end").outcome).kind, "done");
  assert.deepEqual(userLines(other.session), ["user: first", `user: ${PDF}\n\na`, "user: end"]);
});

test("rejects a prompt for an unknown skill with the nearest name, and records nothing", async () => {
  await using scene = await held();
  const before = typesIn(scene.session.entries);
  for (const whenBusy of ["queue", "steer", "followUp"] as const) {
    const run = scene.session.prompt("/skill:pfd a", { whenBusy });
    assert.deepEqual(await run.outcome, {
      kind: "failed",
      error: { code: "unknown_skill", message: 'There is no skill "pfd". Did you mean pdf?' },
    });
    await assert.rejects(run.admitted(), { name: "UnknownSkillError", skill: "pfd" });
  }
  assert.deepEqual(typesIn(scene.session.entries), before);
  scene.release();
  await scene.run.outcome;
});

test("sends a steering message with an unknown skill unexpanded, with a warning", async () => {
  await using scene = await held();
  const events = scene.session.events();
  assert.equal(scene.session.steer("/skill:pfd a"), "queued");
  assert.equal(scene.session.followUp("/skill:x"), "queued");
  scene.release();
  await scene.run.outcome;
  await scene.session.close();
  const warnings = (await Array.fromAsync(events)).flatMap((event) => (event.type === "warning" ? [event.message] : []));
  assert.deepEqual(warnings, [
    'There is no skill "pfd". Did you mean pdf? The message was sent unexpanded.',
    'There is no skill "x". Skills are pdf. The message was sent unexpanded.',
  ]);
  assert.deepEqual(userLines(scene.session), ["user: first", "user: /skill:pfd a", "user: /skill:x"]);
});

test("does not expand an expansion again, and preserves the images and other parts of the prompt", async () => {
  await using scene = await open();
  const image = { type: "image", mediaType: "image/png", data: "AAAA" } as const;
  await scene.session.prompt([image, { type: "text", text: "/again" }, { type: "text", text: "/review me" }]).outcome;
  const message = scene.session.entries.find(isMessage);
  assert.deepEqual(message?.message, {
    role: "user",
    content: [image, { type: "text", text: "/review twice" }, { type: "text", text: "/review me" }],
    typed: "/again",
  });
});

test("rejects a template that expands to nothing as an empty prompt", async () => {
  await using scene = await open();
  const outcome = await scene.session.prompt("/blank").outcome;
  assert.equal(outcome.kind === "failed" && outcome.error.code, "empty_prompt");
});

test("sends a prompt unexpanded with expand: false, or without resources", async () => {
  await using scene = await open();
  await scene.session.prompt("/skill:gone", { expand: false }).outcome;
  assert.deepEqual(userLines(scene.session), ["user: /skill:gone"]);
  await using plain = await openScene({ script: ["one"] });
  await plain.session.prompt("/skill:pdf").outcome;
  assert.deepEqual(userLines(plain.session), ["user: /skill:pdf"]);
});

test("a message that is sent again by its id is recognized, even if its skill has another name by now", async () => {
  await using scene = await open();
  const first = await scene.session.prompt("/skill:pdf", { id: "a" }).outcome;
  assert.deepEqual(await scene.session.prompt("/skill:gone", { id: "a" }).outcome, first);
});
