import assert from "node:assert/strict";
import { ClosedError, type Entry, memoryStore, type Run, SessionBusyError, toolCalls } from "coxswain";
import { type InboxAdmitEntry, type InboxCancelEntry, isMessage } from "coxswain/session";
import fc from "fast-check";
import { type CrashWorld, leftBy, openOwner, type Owner } from "./crash-world.ts";
import { assertValidHistory } from "./history.ts";
import { Schedule } from "./schedule.ts";

/** Says anything to a session, kills it at any moment, in so many orders, and looks each time what became of what was said. */
export const crashes = (orders: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.integer(), fc.array(anyAct, { minLength: 10, maxLength: 60 }), async (seed, acts) => {
      const world = await openWorld(seed);
      await world.schedule.run(acts.map((act) => () => void perform(world, act)));
      await comeToRest(world);
      assertWorld(world, await entriesOf(world));
    }),
    { numRuns: orders },
  );

const openWorld = async (seed: number): Promise<CrashWorld> => {
  const schedule = new Schedule(seed);
  const world: CrashWorld = {
    schedule,
    said: [],
    safe: new Set(),
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

interface Act {
  readonly what: keyof typeof ACTS;
  readonly which: number;
}

/** Not at once: what was begun before gets on meanwhile. */
const perform = async (world: CrashWorld, { what, which }: Act): Promise<void> => {
  for (let turns = which % 40; turns > 0; turns--) await world.schedule.turn();
  const { owner } = world;
  if (owner !== undefined) await ACTS[what](world, owner, which);
};

const newId = ({ said }: CrashWorld): string => {
  const id = `m${said.length}`;
  said.push(id);
  return id;
};

/** Once a message is told to be safe, it is. */
const expectSafe = async ({ safe }: CrashWorld, { life }: Owner, run: Run, id: string): Promise<void> => {
  try {
    await run.admitted();
    if (!life.killed) safe.add(id);
  } catch (error) {
    assert.ok(error instanceof SessionBusyError || error instanceof ClosedError, String(error));
  }
};

const say = (world: CrashWorld, owner: Owner, whenBusy: "reject" | "queue", id: string): Promise<void> =>
  expectSafe(world, owner, owner.session.prompt(`message ${id}`, { id, whenBusy }), id);

const tell = (world: CrashWorld, owner: Owner, how: "steer" | "followUp", id: string): unknown => {
  const { session } = owner;
  if (!session.isBusy) return session[how](`message ${id}`, { id });
  return expectSafe(world, owner, session.prompt(`message ${id}`, { id, whenBusy: how }), id);
};

const ACTS = {
  prompt: (world: CrashWorld, owner: Owner) => say(world, owner, "reject", newId(world)),
  queue: (world: CrashWorld, owner: Owner) => say(world, owner, "queue", newId(world)),
  steer: (world: CrashWorld, owner: Owner) => tell(world, owner, "steer", newId(world)),
  followUp: (world: CrashWorld, owner: Owner) => tell(world, owner, "followUp", newId(world)),
  /** As a sender does that does not know whether its message arrived. */
  again: (world: CrashWorld, owner: Owner, which: number) => {
    const id = world.said[which % (world.said.length + 1)] ?? newId(world);
    return which % 2 === 0 ? say(world, owner, "queue", id) : tell(world, owner, "steer", id);
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
    const left = await leftBy(owner);
    await world.schedule.turn();
    world.owner = await openOwner(world, left, owner.session.id);
  },
};

const often = (what: Act["what"], weight: number) => ({ weight, arbitrary: fc.constant(what) });

const anyAct: fc.Arbitrary<Act> = fc.record({
  what: fc.oneof(
    often("prompt", 2),
    often("queue", 4),
    often("steer", 4),
    often("followUp", 4),
    often("again", 4),
    often("abort", 1),
    often("resume", 5),
    often("close", 1),
    often("kill", 6),
  ),
  which: fc.nat(99),
});

/**
 * All that was begun or waits is gone on with, until nothing is left. A run of which all was called off while it waited has nothing to
 * go on with: killed at its beginning, it is ended by the next one.
 */
const comeToRest = async (world: CrashWorld): Promise<void> => {
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

const entriesOf = async ({ owner }: CrashWorld): Promise<readonly Entry[]> => {
  const { store, session } = owner ?? assert.fail();
  const file = await store.open(session.id);
  return Array.fromAsync(file.read());
};

const assertWorld = ({ said, safe, effects, requests }: CrashWorld, entries: readonly Entry[]): void => {
  for (const request of requests) assertValidHistory(request);
  const admitted = entries.filter(isAdmission);
  const cancelled = entries.filter(isCancellation).flatMap(({ messages }) => messages);
  const told = entries.filter(isMessage).map(({ id }) => id);
  const times = (id: string, ids: readonly string[]): number => ids.filter((one) => one === id).length;

  for (const id of said) {
    const admissions = admitted.filter(({ messageId }) => messageId === id).length;
    assert.ok(admissions <= 1, `${id} was taken ${admissions} times`);
    assert.equal(times(id, told) + times(id, cancelled), admissions, `${id} is told once, or cancelled once`);
    if (safe.has(id)) assert.equal(admissions, 1, `${id} was safe`);
  }
  const prompts = admitted.filter(({ how }) => how === "prompt").map(({ messageId }) => messageId);
  assert.deepEqual(
    told.filter((id) => prompts.includes(id)),
    prompts.filter((id) => told.includes(id)),
    "prompts are told in their order",
  );
  assertRuns(entries, effects);
};

const assertRuns = (entries: readonly Entry[], effects: CrashWorld["effects"]): void => {
  const runs = (type: string): readonly unknown[] => entries.flatMap((entry) => (entry.type === type && "run" in entry ? [entry.run] : []));
  assert.deepEqual(runs("run_end"), runs("run_start"), "each run begins and ends once");
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
