import assert from "node:assert/strict";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test, type TestContext } from "node:test";
import { memoryStore, SessionInUseError, SessionNotFoundError, type Store } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { masking } from "../policy/index.ts";
import { EmptyPromptError, type Session } from "../session/index.ts";
import { jsonlStore } from "../store/index.ts";
import { sendToOwner } from "./send-to-owner.ts";
import { followSession } from "./follow-session.ts";
import { messagesOf, openScene, transcript } from "./runtime.fixture.ts";

/** Opens two stores over one folder, as two processes would. */
const twoStores = (t: TestContext) => {
  const directory = mkdtempSync(join(tmpdir(), "coxswain-mailbox-"));
  t.after(() => rmSync(directory, { recursive: true, force: true }));
  return [jsonlStore({ directory }), jsonlStore({ directory })] as const;
};

const ends = async (store: Store, id: string, runs: number): Promise<void> => {
  let ended = 0;
  for await (const { entry } of followSession(store, id, { after: -1 })) if (entry.type === "run_end" && ++ended === runs) return;
};

const inboxOf = async (store: Store): Promise<string> => {
  for await (const { path = "" } of store.list()) return path.replace(/jsonl$/, "inbox");
  return assert.fail("there is no session");
};

const usersIn = (session: Session) => session.entries.filter((entry) => isMessage(entry) && entry.message.role === "user");

test("a prompt from another process runs once, after the current run, under the given id", async (t) => {
  const [own, other] = twoStores(t);
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ store: own, script: [{ text: "one", hold: hold.promise }, "two"] });
  const first = scene.session.prompt("first");
  await first.admitted();
  const { id } = await sendToOwner(other, scene.session.id, "second", { id: "named", maxTurns: 3 });
  await sendToOwner(other, scene.session.id, "second", { id: "named" });
  assert.equal(id, "named");
  hold.resolve();
  await ends(other, scene.session.id, 2);
  assert.deepEqual(transcript(scene.session), ["user: first", "assistant: one", "user: second", "assistant: two"]);
  assert.equal(usersIn(scene.session)[1]?.id, "named");
  await sendToOwner(other, scene.session.id, "second", { id: "named" });
  while (existsSync(await inboxOf(own))) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(usersIn(scene.session).length, 2);
});

test("a prompt from another process joins the current run, and starts one where there is none", async (t) => {
  const [own, other] = twoStores(t);
  const hold = Promise.withResolvers<void>();
  await using scene = await openScene({ store: own, script: [{ text: "one", hold: hold.promise }, "two", "three", "four"] });
  const first = scene.session.prompt("first");
  await first.admitted();
  await sendToOwner(other, scene.session.id, "at the end", { joins: "followUp", id: "end" });
  await sendToOwner(other, scene.session.id, "at once", { joins: "steer", id: "once" });
  while (scene.session.waiting.length < 2) await new Promise((resolve) => setImmediate(resolve));
  hold.resolve();
  assert.equal((await first.outcome).kind, "done");
  await sendToOwner(other, scene.session.id, "alone", { joins: "steer" });
  await ends(other, scene.session.id, 2);
  assert.deepEqual(
    transcript(scene.session).filter((line) => line.startsWith("user")),
    ["user: first", "user: at once", "user: at the end", "user: alone"],
  );
  assert.deepEqual(
    usersIn(scene.session)
      .map(({ id }) => id)
      .slice(1, 3),
    ["once", "end"],
  );
});

test("delivers pending prompts when a session opens; a runtime with mailbox never leaves them, as does one with on-open for later ones", async (t) => {
  const [own, other] = twoStores(t);
  await using scene = await openScene({ store: own, script: ["one"] });
  const { id } = scene.session;
  await scene.session.prompt("first").outcome;
  await scene.session.close();
  await sendToOwner(other, id, "second");
  {
    await using never = await openScene({ store: other, mailbox: "never" });
    await (await never.runtime.open(id)).set({ title: "Read" });
  }
  await using onOpen = await openScene({ store: other, mailbox: "on-open", script: ["two", "three"] });
  const session = await onOpen.runtime.open(id);
  await ends(own, id, 2);
  const late = await sendToOwner(own, id, "third");
  await session.prompt("fourth").outcome;
  assert.deepEqual(transcript(session).slice(2), ["user: second", "assistant: two", "user: fourth", "assistant: three"]);
  assert.equal(await late.withdraw(), true);
});

test("a prompt can be withdrawn until the owner has taken it", async (t) => {
  const [own, other] = twoStores(t);
  await using scene = await openScene({ store: own, mailbox: "never", script: ["one"] });
  await scene.session.prompt("first").outcome;
  const sent = await sendToOwner(other, scene.session.id, "second");
  assert.deepEqual([await sent.withdraw(), await sent.withdraw()], [true, false]);
});

test("sets an invalid prompt aside, and delivers the next one", async (t) => {
  const [own, other] = twoStores(t);
  await using scene = await openScene({ store: own, script: ["one", "two"] });
  await scene.session.prompt("first").outcome;
  const inbox = await inboxOf(own);
  mkdirSync(inbox);
  writeFileSync(join(inbox, "number.json"), "7");
  writeFileSync(join(inbox, "parts.json"), '{"parts":[{"type":"text","text":7}]}');
  writeFileSync(join(inbox, "empty.json"), '{"parts":[]}');
  const taken = usersIn(scene.session)[0]?.parent ?? "";
  writeFileSync(join(inbox, `${taken}.json`), '{"parts":[{"type":"text","text":"under the id of another fact"}]}');
  await sendToOwner(other, scene.session.id, "second");
  await ends(other, scene.session.id, 2);
  await scene.session.close();
  assert.deepEqual(messagesOf(scene.session).filter(({ role }) => role === "user").length, 2);
  assert.equal(readdirSync(dirname(inbox)).filter((name) => name.includes(".refused-")).length, 4);
});

test("sets aside a prompt for a skill that the owner does not have, and does not retry it", async (t) => {
  const [own, other] = twoStores(t);
  const resources = async () => ({ skills: [], templates: [], agents: [], warnings: [] });
  await using scene = await openScene({ store: own, script: ["one"], resources });
  await scene.session.prompt("first").outcome;
  await scene.session.close();
  await sendToOwner(other, scene.session.id, "/skill:gone");
  const folder = await inboxOf(own);
  const session = await scene.runtime.open(scene.session.id);
  assert.deepEqual(transcript(session), ["user: first", "assistant: one"]);
  assert.ok(!existsSync(folder) || readdirSync(folder).length === 0);
  assert.equal(readdirSync(dirname(folder)).filter((name) => name.includes(".refused-")).length, 1);
});

test("rejects an empty prompt, a missing session, and a session that other processes cannot see", async (t) => {
  const [own, other] = twoStores(t);
  await using scene = await openScene({ store: own, script: ["one"] });
  await scene.session.prompt("first").outcome;
  await assert.rejects(sendToOwner(other, scene.session.id, " \n"), EmptyPromptError);
  await assert.rejects(sendToOwner(other, "nowhere", "x"), SessionNotFoundError);
  await assert.rejects(sendToOwner(memoryStore(), "one", "x"), SessionInUseError);
});

test("L24: a pending prompt does not contain a key that its sender masks", async (t) => {
  const [own, other] = twoStores(t);
  await using scene = await openScene({ store: own, script: ["one"] });
  await scene.session.prompt("first").outcome;
  await scene.session.close();
  const key = "canary-0123456789";
  await sendToOwner(other, scene.session.id, `use ${key}`, { id: "named", masking: masking({ values: [key] }) });
  const folder = await inboxOf(own);
  const stored = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  assert.equal(stored.length, 1);
  assert.ok(!stored[0]?.includes(key) && stored[0]?.includes("use [masked:key]"));
});
