import assert from "node:assert/strict";
import { ClosedError, type Entry, memoryStore, type Run, SessionBusyError, toolCalls } from "coxswain";
import { type InboxAdmitEntry, type InboxCancelEntry, isMessage } from "coxswain/session";
import fc from "fast-check";
import { type CrashWorld, storeLeftBy, openOwner, type Owner } from "./crash-world.ts";
import { assertValidHistory } from "./history.ts";
import { Schedule } from "./schedule.ts";

/**
 * Sends random messages to a session and kills its process at random moments, `orders` times, and asserts the
 * invariants each time.
 */
export const checkCrashes = (orders: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.integer(), fc.array(anyAction, { minLength: 10, maxLength: 60 }), async (seed, actions) => {
      const world = await openWorld(seed);
      await world.schedule.run(actions.map((action) => () => void perform(world, action)));
      await finish(world);
      assertWorld(world, await storedEntries(world));
    }),
    { numRuns: orders },
  );

const openWorld = async (seed: number): Promise<CrashWorld> => {
  const schedule = new Schedule(seed);
  const world: CrashWorld = {
    schedule,
    messageIds: [],
    admitted: new Set(),
    effects: new Map(),
    requests: [],
    owner: undefined,
    calm: false,
  };
  const owner = await openOwner(world, memoryStore());
  const stored = owner.session.append({ type: "note" });
  await schedule.run();
  await stored;
  world.owner = owner;
  return world;
};

interface Action {
  readonly kind: keyof typeof ACTIONS;
  readonly index: number;
}

/** Performs an action after a number of turns, in which earlier work progresses. */
const perform = async (world: CrashWorld, { kind, index }: Action): Promise<void> => {
  for (let turns = index % 40; turns > 0; turns--) await world.schedule.turn();
  const { owner } = world;
  if (owner !== undefined) await ACTIONS[kind](world, owner, index);
};

const newId = ({ messageIds }: CrashWorld): string => {
  const id = `m${messageIds.length}`;
  messageIds.push(id);
  return id;
};

/** Records the message as admitted once `run.admitted()` resolves, unless the process was killed before. */
const recordAdmission = async ({ admitted }: CrashWorld, { life }: Owner, run: Run, id: string): Promise<void> => {
  try {
    await run.admitted();
    if (!life.killed) admitted.add(id);
  } catch (error) {
    assert.ok(error instanceof SessionBusyError || error instanceof ClosedError, String(error));
  }
};

const sendPrompt = (world: CrashWorld, owner: Owner, whenBusy: "reject" | "queue", id: string): Promise<void> =>
  recordAdmission(world, owner, owner.session.prompt(`message ${id}`, { id, whenBusy }), id);

const sendToRun = (world: CrashWorld, owner: Owner, how: "steer" | "followUp", id: string): unknown => {
  const { session } = owner;
  if (!session.isBusy) return session[how](`message ${id}`, { id });
  return recordAdmission(world, owner, session.prompt(`message ${id}`, { id, whenBusy: how }), id);
};

const ACTIONS = {
  prompt: (world: CrashWorld, owner: Owner) => sendPrompt(world, owner, "reject", newId(world)),
  queue: (world: CrashWorld, owner: Owner) => sendPrompt(world, owner, "queue", newId(world)),
  steer: (world: CrashWorld, owner: Owner) => sendToRun(world, owner, "steer", newId(world)),
  followUp: (world: CrashWorld, owner: Owner) => sendToRun(world, owner, "followUp", newId(world)),
  /** Sends a message again, like a client that does not know whether it arrived. */
  resend: (world: CrashWorld, owner: Owner, index: number) => {
    const id = world.messageIds[index % (world.messageIds.length + 1)] ?? newId(world);
    return index % 2 === 0 ? sendPrompt(world, owner, "queue", id) : sendToRun(world, owner, "steer", id);
  },
  abort: (_: CrashWorld, { session }: Owner) => session.abort("enough"),
  resume: (_: CrashWorld, { session }: Owner) => session.resume(),
  close: async (world: CrashWorld, owner: Owner) => {
    world.owner = undefined;
    await owner.session.close();
    world.owner = { ...owner, session: await owner.runtime.open(owner.session.id) };
  },
  kill: async (world: CrashWorld, owner: Owner) => {
    world.owner = undefined;
    owner.life.killed = true;
    const store = await storeLeftBy(owner);
    await world.schedule.turn();
    world.owner = await openOwner(world, store, owner.session.id);
  },
};

const weighted = (kind: Action["kind"], weight: number) => ({ weight, arbitrary: fc.constant(kind) });

const anyAction: fc.Arbitrary<Action> = fc.record({
  kind: fc.oneof(
    weighted("prompt", 2),
    weighted("queue", 4),
    weighted("steer", 4),
    weighted("followUp", 4),
    weighted("resend", 4),
    weighted("abort", 1),
    weighted("resume", 5),
    weighted("close", 1),
    weighted("kill", 6),
  ),
  index: fc.nat(99),
});

/**
 * Resumes interrupted runs until none is left. A run whose only message was cancelled in the queue cannot be resumed:
 * if
 * the process is killed at its start, the next run ends it.
 */
const finish = async (world: CrashWorld): Promise<void> => {
  world.calm = true;
  await world.schedule.run();
  const session = world.owner?.session ?? assert.fail("the session is open");
  while (session.resume() !== undefined) await world.schedule.run();
  session.prompt("last");
  await world.schedule.run();
  assert.equal(session.state.status, "idle");
  assert.equal(session.state.interrupted, undefined);
  assert.deepEqual(session.state.queue, { steering: [], followUps: [], prompts: [] });
};

const storedEntries = async ({ owner }: CrashWorld): Promise<readonly Entry[]> => {
  const { store, session } = owner ?? assert.fail();
  const file = await store.open(session.id);
  return Array.fromAsync(file.read());
};

const assertWorld = ({ messageIds, admitted, effects, requests }: CrashWorld, entries: readonly Entry[]): void => {
  for (const request of requests) assertValidHistory(request);
  const admissions = entries.filter(isAdmission);
  const cancelled = entries.filter(isCancellation).flatMap(({ messages }) => messages);
  const delivered = entries.filter(isMessage).map(({ id }) => id);
  const count = (id: string, ids: readonly string[]): number => ids.filter((one) => one === id).length;

  for (const id of messageIds) {
    const times = admissions.filter(({ messageId }) => messageId === id).length;
    assert.ok(times <= 1, `${id} was admitted ${times} times`);
    assert.equal(count(id, delivered) + count(id, cancelled), times, `${id} is delivered once or cancelled once`);
    if (admitted.has(id)) assert.equal(times, 1, `${id} was admitted`);
  }
  const prompts = admissions.filter(({ how }) => how === "prompt").map(({ messageId }) => messageId);
  assert.deepEqual(
    delivered.filter((id) => prompts.includes(id)),
    prompts.filter((id) => delivered.includes(id)),
    "prompts are delivered in order",
  );
  assertRuns(entries, effects);
};

const assertRuns = (entries: readonly Entry[], effects: CrashWorld["effects"]): void => {
  const runs = (type: string): readonly unknown[] => entries.flatMap((entry) => (entry.type === type && "run" in entry ? [entry.run] : []));
  assert.deepEqual(runs("run_end"), runs("run_start"), "each run starts and ends once");
  assert.equal(new Set(runs("run_start")).size, runs("run_start").length);
  const messages = entries.filter(isMessage).map(({ message }) => message);
  const calls = messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message) : []));
  const results = messages.flatMap((message) => (message.role === "tool" ? [message] : []));
  assert.deepEqual(
    results.map(({ callId }) => callId),
    calls.map(({ id }) => id),
    "each call has one result",
  );
  for (const [call, times] of effects) assert.equal(times, 1, `${call} ran ${times} times`);
  for (const { callId, name, isError } of results) {
    if (name === "work" && !isError) assert.equal(effects.get(callId), 1, `${callId} has a result and ran`);
  }
};

const isAdmission = (entry: Entry): entry is InboxAdmitEntry => entry.type === "inbox_admit";

const isCancellation = (entry: Entry): entry is InboxCancelEntry => entry.type === "inbox_cancel";
