import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { type Entry, type Event, type MessageEntry, type RunEndEntry, type Session, textOf, toolCalls } from "coxswain";
import {
  type AgentUsageEntry,
  type CompactionEntry,
  type InboxAdmitEntry,
  type InboxCancelEntry,
  type InjectEntry,
  isMessage,
  type RunStartEntry,
} from "coxswain/session";
import { assertValidHistory } from "./history.ts";
import type { Heard, Said, World } from "./world.ts";

/** What has to be true of a world in which nothing goes on any more. */
export const assertInvariants = async (world: World): Promise<void> => {
  const { events } = world;
  for (const request of world.requests) assertValidHistory(request);
  for (const signal of world.signals) assert.equal(getEventListeners(signal, "abort").length, 0, "listeners are left behind");
  assert.deepEqual(world.lateStarts, [], "a call began after the abort");
  const places = new Map(events.map((event, at) => [event, at]));
  for (const heard of world.runs) {
    await assertEnd(heard);
    assertOrder(places, await heard.events);
    if (heard.fromStart) assertAllOf(heard, events, await heard.events);
  }
  for (const read of world.reads) await assertRead(read);
  for (const id of new Set(events.map(({ sessionId }) => sessionId))) {
    assertStream(events.filter(({ sessionId }) => sessionId === id));
    if (world.removed.has(id) || worksForRemoved(world, id)) continue;
    assertQueue(events.filter(({ sessionId }) => sessionId === id));
    const entries = await stored(world, id);
    assertLog(entries);
    const told = events.flatMap((event) => (event.type === "entry" && event.sessionId === id ? [event.entry.id] : []));
    const kept = entries.map((entry) => entry.id);
    const isFork = world.forks.some((fork) => fork.id === id);
    assert.deepEqual(told, isFork ? kept.slice(kept.length - told.length) : kept, "every fact is told once, in its order");
    // A fork may begin in the middle of a run.
    if (!isFork) assertWhole(entries);
    for (const said of world.said.filter(({ session }) => session === id)) assertSaid(world, said, entries, events);
    assertInjected(world, id, entries);
    assertInbox(entries);
    // A fork has the counts of agents that worked for another.
    if (!isFork) await assertUsage(world, id, entries);
  }
};

/** What agents took that worked for a session is counted there, once. */
const assertUsage = async (world: World, id: string, entries: readonly Entry[]): Promise<void> => {
  const agents = new Set(world.events.flatMap(({ sessionId, agent }) => (agent.parent === id ? [sessionId] : [])));
  const below = await Promise.all([...agents].map(async (agent) => stored(world, agent)));
  const taken = below.flat().reduce((sum, entry) => sum + ownInput(entry) + countedInput(entry), 0);
  assert.equal(
    entries.reduce((sum, entry) => sum + countedInput(entry), 0),
    taken,
    "what agents took",
  );
};

/** Of an answer, or of a summary. */
const ownInput = (entry: Entry): number => {
  if (entry.type === "compaction") return (entry as CompactionEntry).usage.input;
  return isMessage(entry) && entry.message.role === "assistant" ? entry.message.usage.input : 0;
};

const countedInput = (entry: Entry): number => (entry.type === "agent_usage" ? (entry as AgentUsageEntry).usage.input : 0);

/** What worked for a session is removed with it. */
const worksForRemoved = ({ events, removed }: World, id: string): boolean => {
  const parent = events.find(({ sessionId }) => sessionId === id)?.agent.parent;
  return parent !== undefined && (removed.has(parent) || worksForRemoved({ events, removed } as World, parent));
};

const stored = async (world: World, id: string): Promise<readonly Entry[]> => {
  try {
    const file = await world.store.open(id);
    return await Array.fromAsync(file.read());
  } catch (error) {
    // Nothing was ever said in it.
    assert.equal(error instanceof Error && error.name, "SessionNotFoundError");
    return [];
  }
};

/** Whoever comes in between gets the facts after the one that is known, each once, without a gap. */
const assertRead = async ({ session, after, events }: World["reads"][number]): Promise<void> => {
  const own = (await events).filter(({ sessionId }) => sessionId === session);
  const seqs = own.flatMap((event) => (event.type === "entry" ? [event.seq] : []));
  assert.deepEqual(
    seqs,
    seqs.map((_, at) => after + 1 + at),
  );
};

/** Who reads a run is told in the order in which the runtime's readers are. What was joined for a slow one is another event. */
const assertOrder = (places: ReadonlyMap<Event, number>, events: readonly Event[]): void => {
  let last = -1;
  for (const event of events) {
    const at = places.get(event);
    if (at === undefined) continue;
    assert.ok(at > last, `${event.type} is told to a run's reader in another order`);
    last = at;
  }
};

/** Who reads a run from its beginning is told all that its session tells while it is live. Of pieces, some may be joined. */
const assertAllOf = ({ session, run }: Heard, events: readonly Event[], heard: readonly Event[]): void => {
  const own = (all: readonly Event[]): readonly Event[] =>
    all.filter((event) => event.sessionId === session && !["message_delta", "tool_progress", "shell_output"].includes(event.type));
  /** One life of the run, from there on: a run that is gone on with begins anew under its id. */
  const life = (all: readonly Event[], from: number): readonly Event[] =>
    all.slice(from, all.findIndex((event, at) => at >= from && event.type === "run_end" && event.runId === run.id) + 1);
  const mine = own(heard);
  const begun = mine.findIndex((event) => event.type === "run_start" && event.runId === run.id);
  // Who began to read when it was over is told its end alone.
  if (begun < 0) return;
  const told = life(mine, begun);
  const from = own(events).findIndex((event) => event === mine[begun]);
  const all = from < 0 ? [] : life(own(events), from);
  assert.ok(told.length === all.length && told.every((event, at) => event === all[at]), "a run's reader is told all of it");
};

const assertEnd = async ({ session, run, events, fromStart, outcome, abortedAt }: Heard): Promise<void> => {
  assert.ok(outcome !== undefined, "the outcome of a run is known");
  const all = await events;
  assert.equal(all.at(-1)?.sessionId, session, "agents have ended before the run that they worked for");
  // What agents do that work for it is told there as well.
  const told = all.filter(({ sessionId }) => sessionId === session);
  const ends = told.filter(({ type }) => type === "run_end");
  assert.equal(ends.length, 1, "a run has one end");
  const end = told.at(-1);
  assert.equal(end?.type === "run_end" && end.runId, run.id, "a run's end is its last event");
  assert.deepEqual(end?.type === "run_end" && end.outcome, outcome);
  const begun = told.findIndex((event) => event.type === "run_start" && event.runId === run.id);
  if (fromStart && told.length > 1) assert.ok(begun >= 0, "a run that went has a beginning");
  if (abortedAt === undefined) return;
  const late = told.filter((event) => event.type === "message_delta" && event.at > abortedAt);
  assert.deepEqual(late, [], "no delta after an abort");
};

/** The stream of one session, from its creation on, over all the times that it was open. */
const assertStream = (events: readonly Event[]): void => {
  let live: string | undefined;
  let seq = -1;
  let attempts = 0;
  let compacting = false;
  const open = { messages: new Set<string>(), calls: new Set<string>(), questions: new Set<string>(), retries: new Set<string>() };
  for (const event of events) {
    assert.ok(event.seq >= seq, `${event.type} goes back from ${seq} to ${event.seq}`);
    ({ seq } = event);
    switch (event.type) {
      case "run_start":
        assert.equal(live, undefined, "two runs at once");
        live = event.runId;
        break;
      case "run_end":
        assert.equal(live, event.runId, "the run that ends is the live one");
        for (const [what, left] of Object.entries(open)) assert.deepEqual([...left], [], `${what} without an end`);
        live = undefined;
        break;
      case "message_start":
        assert.ok(live !== undefined, "a message after the run's end");
        open.messages.add(event.messageId);
        break;
      case "message_delta":
        assert.ok(open.messages.has(event.messageId), "a delta of a message that has ended");
        break;
      case "message_discard":
      case "message_end":
        assert.ok(live !== undefined, "the end of a message after the run's end");
        open.messages.delete(event.messageId);
        break;
      case "tool_call":
        open.calls.add(event.call.id);
        break;
      case "tool_progress":
        assert.ok(open.calls.has(event.callId), "progress of a call that has ended");
        break;
      case "tool_end":
        assert.ok(open.calls.delete(event.call.id), "a call ends once");
        break;
      case "entry":
        if (live !== undefined && isPlugins(event.entry)) assert.equal(open.calls.size, 0, "a message between a call and its result");
        break;
      case "permission_ask":
        open.questions.add(event.callId);
        break;
      case "permission_reply":
        assert.ok(open.questions.delete(event.callId), "a question is answered once");
        break;
      case "compaction_start":
        assert.equal(compacting, false, "two compactions at once");
        compacting = true;
        break;
      case "compaction_end":
        assert.ok(compacting, "a compaction ends once");
        compacting = false;
        break;
      case "retry_start":
        attempts = open.retries.has(event.retryId) ? attempts + 1 : 1;
        assert.equal(event.attempt, attempts, "attempts are counted");
        open.retries.add(event.retryId);
        break;
      case "retry_end":
        assert.ok(open.retries.delete(event.retryId), "a retry ends once");
        assert.equal(event.attempts, attempts);
        break;
    }
  }
  assert.equal(live, undefined, "a run without an end");
  assert.equal(compacting, false, "a compaction without an end");
};

const isPlugins = (entry: Entry): boolean => isMessage(entry) && entry.message.role === "assistant" && entry.message.source !== undefined;

/** Each change of what waits is told, and at the end nothing does. */
const assertQueue = (events: readonly Event[]): void => {
  let last = "";
  for (const event of events) {
    if (event.type === "session_close") last = "";
    if (event.type !== "queue_change") continue;
    const now = `${event.steering} ${event.followUps} ${event.prompts}`;
    assert.notEqual(now, last, "a change is told that is none");
    last = now;
  }
  const told = events.findLast((event) => event.type === "queue_change");
  if (told !== undefined) assert.deepEqual([told.steering, told.followUps, told.prompts], [0, 0, 0], "something waits for ever");
};

/** What had to wait was told or called off, and never both. */
const assertInbox = (entries: readonly Entry[]): void => {
  const told = new Set(entries.filter(isMessage).map(({ id }) => id));
  const cancelled = new Set(entries.flatMap((entry) => (entry.type === "inbox_cancel" ? (entry as InboxCancelEntry).messages : [])));
  for (const entry of entries) {
    if (entry.type !== "inbox_admit") continue;
    const { messageId } = entry as InboxAdmitEntry;
    assert.notEqual(told.has(messageId), cancelled.has(messageId), `${messageId} is either told or called off`);
  }
};

/** Who reads along knows how much waits. */
export const assertDepth = ({ events }: World, session: Session): void => {
  const own = events.filter(({ sessionId }) => sessionId === session.id);
  const told = own.slice(own.findLastIndex(({ type }) => type === "session_close") + 1).findLast(({ type }) => type === "queue_change");
  if (told?.type !== "queue_change" || session.status === "closed") return;
  const { steering, followUps, prompts } = session.state.queue;
  assert.deepEqual(
    [told.steering, told.followUps, told.prompts],
    [steering.length, followUps.length, prompts.length],
    "what waits is told",
  );
};

/** What plugins said in the model's place is there once, and no plugin said more than it may between two runs of a person's. */
const assertInjected = (world: World, session: string, entries: readonly Entry[]): void => {
  const counted = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type === "run_start") counted.clear();
    if (entry.type !== "inject") continue;
    const { source } = entry as InjectEntry;
    counted.set(source, (counted.get(source) ?? 0) + 1);
    assert.ok((counted.get(source) ?? 0) <= 10, `${source} says too much`);
  }
  for (const { text } of world.injected.filter((one) => one.session === session)) {
    const copies = entries.filter((entry) => isMessage(entry) && entry.message.role === "assistant" && textOf(entry.message) === text);
    assert.equal(copies.length, 1, `"${text}" was added`);
  }
};

const assertLog = (entries: readonly Entry[]): void => {
  const known = new Set<string | null>([null]);
  let last = -1;
  for (const { id, parent, seq } of entries) {
    assert.ok(!known.has(id), "no id is used twice");
    assert.ok(known.has(parent), "a parent stands before its child");
    assert.equal(seq, last + 1, "nothing was lost or refused");
    known.add(id);
    last = seq;
  }
};

/** On every branch each run and each call has one end, but for a run that a branch was left in the middle of. */
const assertWhole = (entries: readonly Entry[]): void => {
  const known = new Map(entries.map((entry) => [entry.id, entry]));
  const facts = entries.filter(({ type }) => type !== "leaf");
  const parents = new Set(facts.map(({ parent }) => parent));
  for (const tip of facts.filter(({ id }) => !parents.has(id))) {
    const path: Entry[] = [];
    for (let at: Entry | undefined = tip; at !== undefined; at = known.get(at.parent ?? "")) path.unshift(at);
    assertBranch(path, tip === facts.at(-1));
  }
};

const assertBranch = (path: readonly Entry[], isLast: boolean): void => {
  const starts = path.filter((entry): entry is RunStartEntry => entry.type === "run_start");
  const ends = path.filter((entry): entry is RunEndEntry => entry.type === "run_end");
  const left = !isLast && ends.length < starts.length ? starts.at(-1) : undefined;
  const whole = left === undefined ? path : path.slice(0, path.indexOf(left));
  assert.deepEqual(
    ends.map(({ run }) => run),
    starts.filter((start) => start !== left).map(({ run }) => run),
    "runs end in the order of their beginning",
  );
  const messages = whole.filter(isMessage).map(({ message }) => message);
  const calls = messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message) : []));
  const results = messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  assert.deepEqual(
    results,
    calls.map(({ id }) => id),
    "each call has one result, in the order of the calls",
  );
  assertAnswered(whole.filter(isMessage));
};

/** A model that has called nothing is asked again in its run when something waits, and is told it then. */
const assertAnswered = (messages: readonly MessageEntry[]): void => {
  for (const [at, { run, message }] of messages.entries()) {
    if (message.role !== "assistant" || message.source !== undefined || toolCalls(message).length > 0) continue;
    const next = messages.slice(at + 1).find((later) => later.run === run && !isPlugins(later));
    assert.ok(next === undefined || next.message.role === "user", "the model is asked again for nothing");
  }
};

/** What was taken is in the log once, unless it waited when its run was aborted or its session closed. What was not taken is not there. */
const assertSaid = (world: World, said: Said, entries: readonly Entry[], events: readonly Event[]): void => {
  const kept = entries.filter((entry): entry is MessageEntry => isTold(entry, said.text));
  const copies = kept.length;
  const outcome = world.runs.find(({ run }) => run === said.run)?.outcome;
  const code = outcome?.kind === "failed" ? outcome.error.code : undefined;
  if (world.takenBack.has(said.text)) assert.equal(copies, 0, `"${said.text}" was taken back`);
  else if (said.taken !== true || code === "session_busy") assert.equal(copies, 0, `"${said.text}" was not taken`);
  else if (code !== "closed" && !wasDropped(world, said, events, outcome?.kind === "aborted"))
    assert.equal(copies, 1, `"${said.text}" was taken`);
  assert.ok(copies <= 1, `"${said.text}" is there ${copies} times`);
  if (outcome?.kind === "done" && said.taken === true && !world.takenBack.has(said.text))
    assert.equal(kept[0]?.run, said.run?.id, `"${said.text}" reached its run`);
};

const isTold = (entry: Entry, text: string): entry is MessageEntry =>
  isMessage(entry) && entry.message.role === "user" && textOf(entry.message) === text;

/** True if its session closed later, or if its run was aborted while the message waited or while that run was live. */
const wasDropped = (world: World, said: Said, events: readonly Event[], isAborted: boolean): boolean => {
  const { begun, ended } = lifeSaidTo(said, events);
  return world.drops.some((drop) => {
    if (drop.session !== said.session || drop.step < said.step) return false;
    if (drop.how === "close" || (isAborted && drop.step <= begun)) return true;
    return said.own !== true && said.step >= begun && drop.step <= ended;
  });
};

/** A resumed run starts and ends again under its id. A message belongs to the first life that ended after it. */
const lifeSaidTo = ({ run, step }: Said, events: readonly Event[]): { readonly begun: number; readonly ended: number } => {
  const end = events.findIndex((event) => event.type === "run_end" && event.runId === run?.id && event.at >= step);
  const before = end < 0 ? events : events.slice(0, end);
  const start = before.findLast((event) => event.type === "run_start" && event.runId === run?.id);
  return { begun: start?.at ?? 0, ended: events[end]?.at ?? Infinity };
};
