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
import type { ObservedRun, SentMessage, World } from "./world.ts";

/** Asserts the invariants of a world in which nothing runs. */
export const assertInvariants = async (world: World): Promise<void> => {
  const { events } = world;
  for (const request of world.requests) assertValidHistory(request);
  for (const signal of world.signals) assert.equal(getEventListeners(signal, "abort").length, 0, "listeners leak");
  assert.deepEqual(world.lateStarts, [], "a call started after the abort");
  const positions = new Map(events.map((event, at) => [event, at]));
  for (const observed of world.runs) {
    await assertEnd(observed);
    assertOrder(positions, await observed.events);
    if (observed.fromStart) assertAllOf(observed, events, await observed.events);
  }
  for (const read of world.reads) await assertRead(read);
  for (const id of new Set(events.map(({ sessionId }) => sessionId))) {
    assertStream(events.filter(({ sessionId }) => sessionId === id));
    if (world.removed.has(id) || hasRemovedParent(world, id)) continue;
    assertQueue(events.filter(({ sessionId }) => sessionId === id));
    const entries = await storedEntries(world, id);
    assertLog(entries);
    const emitted = events.flatMap((event) => (event.type === "entry" && event.sessionId === id ? [event.entry.id] : []));
    const ids = entries.map((entry) => entry.id);
    const isFork = world.forks.some((fork) => fork.id === id);
    assert.deepEqual(emitted, isFork ? ids.slice(ids.length - emitted.length) : ids, "every entry is emitted once, in order");
    // A fork may start in the middle of a run.
    if (!isFork) assertBranches(entries);
    for (const message of world.messages.filter(({ session }) => session === id)) assertDelivered(world, message, entries, events);
    assertInjected(world, id, entries);
    assertInbox(entries);
    // A fork has copies of the usage entries of its source's agents.
    if (!isFork) await assertUsage(world, id, entries);
  }
};

/** Asserts that a session's log counts the usage of its sub-agents once. */
const assertUsage = async (world: World, id: string, entries: readonly Entry[]): Promise<void> => {
  const agents = new Set(world.events.flatMap(({ sessionId, agent }) => (agent.parent === id ? [sessionId] : [])));
  const agentEntries = await Promise.all([...agents].map((agent) => storedEntries(world, agent)));
  const expected = agentEntries.flat().reduce((sum, entry) => sum + inputOf(entry) + agentInputOf(entry), 0);
  assert.equal(
    entries.reduce((sum, entry) => sum + agentInputOf(entry), 0),
    expected,
    "the sum of the sub-agents' usage",
  );
};

/** Input tokens of a response or a summary. */
const inputOf = (entry: Entry): number => {
  if (entry.type === "compaction") return (entry as CompactionEntry).usage.input;
  return isMessage(entry) && entry.message.role === "assistant" ? entry.message.usage.input : 0;
};

const agentInputOf = (entry: Entry): number => (entry.type === "agent_usage" ? (entry as AgentUsageEntry).usage.input : 0);

/** Sub-agents are removed with the session that they work for. */
const hasRemovedParent = ({ events, removed }: World, id: string): boolean => {
  const parent = events.find(({ sessionId }) => sessionId === id)?.agent.parent;
  return parent !== undefined && (removed.has(parent) || hasRemovedParent({ events, removed } as World, parent));
};

const storedEntries = async (world: World, id: string): Promise<readonly Entry[]> => {
  try {
    const file = await world.store.open(id);
    return await Array.fromAsync(file.read());
  } catch (error) {
    // The session never received a message.
    assert.equal(error instanceof Error && error.name, "SessionNotFoundError");
    return [];
  }
};

/** Asserts that a late reader receives the facts after `after`, each once, without a gap. */
const assertRead = async ({ session, after, events }: World["reads"][number]): Promise<void> => {
  const own = (await events).filter(({ sessionId }) => sessionId === session);
  const seqs = own.flatMap((event) => (event.type === "entry" ? [event.seq] : []));
  assert.deepEqual(
    seqs,
    seqs.map((_, at) => after + 1 + at),
  );
};

/**
 * Asserts that a run emits in the runtime's order. Deltas that were joined for a slow reader are other objects, which
 * are skipped.
 */
const assertOrder = (positions: ReadonlyMap<Event, number>, events: readonly Event[]): void => {
  let last = -1;
  for (const event of events) {
    const at = positions.get(event);
    if (at === undefined) continue;
    assert.ok(at > last, `a run's reader receives ${event.type} in another order`);
    last = at;
  }
};

/**
 * Asserts that a run's reader receives all events of its session from the run's start to its end, except deltas, which
 * may be joined.
 */
const assertAllOf = ({ session, run }: ObservedRun, events: readonly Event[], received: readonly Event[]): void => {
  const own = (all: readonly Event[]): readonly Event[] =>
    all.filter((event) => event.sessionId === session && !["message_delta", "tool_progress", "shell_output"].includes(event.type));
  /** Events from `from` to the run's next end: a resumed run starts and ends again under its id. */
  const life = (all: readonly Event[], from: number): readonly Event[] =>
    all.slice(from, all.findIndex((event, at) => at >= from && event.type === "run_end" && event.runId === run.id) + 1);
  const receivedOwn = own(received);
  const start = receivedOwn.findIndex((event) => event.type === "run_start" && event.runId === run.id);
  // A reader that started after the end receives only the end.
  if (start < 0) return;
  const receivedLife = life(receivedOwn, start);
  const firstEmitted = own(events).findIndex((event) => event === receivedOwn[start]);
  const emittedLife = firstEmitted < 0 ? [] : life(own(events), firstEmitted);
  assert.ok(
    receivedLife.length === emittedLife.length && receivedLife.every((event, at) => event === emittedLife[at]),
    "a run's reader receives all of its events",
  );
};

const assertEnd = async ({ session, run, events, fromStart, outcome, abortedAt }: ObservedRun): Promise<void> => {
  assert.ok(outcome !== undefined, "a run has an outcome");
  const all = await events;
  assert.equal(all.at(-1)?.sessionId, session, "sub-agents end before their run");
  // A run also emits the events of its sub-agents.
  const ownEvents = all.filter(({ sessionId }) => sessionId === session);
  const ends = ownEvents.filter(({ type }) => type === "run_end");
  assert.equal(ends.length, 1, "a run has one end");
  const end = ownEvents.at(-1);
  assert.equal(end?.type === "run_end" && end.runId, run.id, "a run's end is its last event");
  assert.deepEqual(end?.type === "run_end" && end.outcome, outcome);
  const start = ownEvents.findIndex((event) => event.type === "run_start" && event.runId === run.id);
  if (fromStart && ownEvents.length > 1) assert.ok(start >= 0, "a run has a start");
  if (abortedAt === undefined) return;
  const late = ownEvents.filter((event) => event.type === "message_delta" && event.at > abortedAt);
  assert.deepEqual(late, [], "no delta after an abort");
};

/** Asserts the order of one session's events since its creation, over all times that it was open. */
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
        assert.ok(live !== undefined, "a message ends after the run's end");
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
        if (live !== undefined && isInjected(event.entry))
          assert.equal(open.calls.size, 0, "an injected message between a call and its result");
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

const isInjected = (entry: Entry): boolean => isMessage(entry) && entry.message.role === "assistant" && entry.message.source !== undefined;

/** Asserts that the session emits each change of the queue once, and that the queue is empty at the end. */
const assertQueue = (events: readonly Event[]): void => {
  let previous = "";
  for (const event of events) {
    if (event.type === "session_close") previous = "";
    if (event.type !== "queue_change") continue;
    const now = `${event.steering} ${event.followUps} ${event.prompts}`;
    assert.notEqual(now, previous, "a queue_change without a change");
    previous = now;
  }
  const last = events.findLast((event) => event.type === "queue_change");
  if (last !== undefined) assert.deepEqual([last.steering, last.followUps, last.prompts], [0, 0, 0], "the queue is not empty");
};

/** Asserts that each admitted message was either delivered or cancelled. */
const assertInbox = (entries: readonly Entry[]): void => {
  const delivered = new Set(entries.filter(isMessage).map(({ id }) => id));
  const cancelled = new Set(entries.flatMap((entry) => (entry.type === "inbox_cancel" ? (entry as InboxCancelEntry).messages : [])));
  for (const entry of entries) {
    if (entry.type !== "inbox_admit") continue;
    const { messageId } = entry as InboxAdmitEntry;
    assert.notEqual(delivered.has(messageId), cancelled.has(messageId), `${messageId} is either delivered or cancelled`);
  }
};

/** Asserts that the last `queue_change` event has the lengths of the session's queue. */
export const assertDepth = ({ events }: World, session: Session): void => {
  const own = events.filter(({ sessionId }) => sessionId === session.id);
  const last = own.slice(own.findLastIndex(({ type }) => type === "session_close") + 1).findLast(({ type }) => type === "queue_change");
  if (last?.type !== "queue_change" || session.status === "closed") return;
  const { steering, followUps, prompts } = session.state.queue;
  assert.deepEqual(
    [last.steering, last.followUps, last.prompts],
    [steering.length, followUps.length, prompts.length],
    "the emitted lengths of the queue",
  );
};

/**
 * Asserts that each injected message is stored once, and that no plugin exceeds its limit between two runs of the user.
 */
const assertInjected = (world: World, session: string, entries: readonly Entry[]): void => {
  const counted = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type === "run_start") counted.clear();
    if (entry.type !== "inject") continue;
    const { source } = entry as InjectEntry;
    counted.set(source, (counted.get(source) ?? 0) + 1);
    assert.ok((counted.get(source) ?? 0) <= 10, `${source} exceeds its limit`);
  }
  for (const { text } of world.injected.filter((one) => one.session === session)) {
    const copies = entries.filter((entry) => isMessage(entry) && entry.message.role === "assistant" && textOf(entry.message) === text);
    assert.equal(copies.length, 1, `"${text}" was added`);
  }
};

const assertLog = (entries: readonly Entry[]): void => {
  const ids = new Set<string | null>([null]);
  let last = -1;
  for (const { id, parent, seq } of entries) {
    assert.ok(!ids.has(id), "no id is used twice");
    assert.ok(ids.has(parent), "a parent precedes its children");
    assert.equal(seq, last + 1, "no entry was lost or rejected");
    ids.add(id);
    last = seq;
  }
};

/**
 * Asserts that on every branch each run and call has one end, except a run during which the leaf moved to another
 * branch.
 */
const assertBranches = (entries: readonly Entry[]): void => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const facts = entries.filter(({ type }) => type !== "leaf");
  const parents = new Set(facts.map(({ parent }) => parent));
  for (const tip of facts.filter(({ id }) => !parents.has(id))) {
    const path: Entry[] = [];
    for (let at: Entry | undefined = tip; at !== undefined; at = byId.get(at.parent ?? "")) path.unshift(at);
    assertBranch(path, tip === facts.at(-1));
  }
};

const assertBranch = (path: readonly Entry[], isLast: boolean): void => {
  const starts = path.filter((entry): entry is RunStartEntry => entry.type === "run_start");
  const ends = path.filter((entry): entry is RunEndEntry => entry.type === "run_end");
  const abandoned = !isLast && ends.length < starts.length ? starts.at(-1) : undefined;
  const finished = abandoned === undefined ? path : path.slice(0, path.indexOf(abandoned));
  assert.deepEqual(
    ends.map(({ run }) => run),
    starts.filter((start) => start !== abandoned).map(({ run }) => run),
    "runs end in the order in which they start",
  );
  const messages = finished.filter(isMessage).map(({ message }) => message);
  const calls = messages.flatMap((message) => (message.role === "assistant" ? toolCalls(message) : []));
  const results = messages.flatMap((message) => (message.role === "tool" ? [message.callId] : []));
  assert.deepEqual(
    results,
    calls.map(({ id }) => id),
    "each call has one result, in the order of the calls",
  );
  assertAnswered(finished.filter(isMessage));
};

/**
 * Asserts that the model is only asked again after a response without calls if a user message was delivered in between.
 */
const assertAnswered = (messages: readonly MessageEntry[]): void => {
  for (const [at, { run, message }] of messages.entries()) {
    if (message.role !== "assistant" || message.source !== undefined || toolCalls(message).length > 0) continue;
    const next = messages.slice(at + 1).find((later) => later.run === run && !isInjected(later));
    assert.ok(next === undefined || next.message.role === "user", "the model is asked again without a new message");
  }
};

/**
 * Asserts that an accepted message is stored once, unless it was dropped, and that a rejected message is not stored.
 */
const assertDelivered = (world: World, message: SentMessage, entries: readonly Entry[], events: readonly Event[]): void => {
  const stored = entries.filter((entry): entry is MessageEntry => isUserMessage(entry, message.text));
  const copies = stored.length;
  const outcome = world.runs.find(({ run }) => run === message.run)?.outcome;
  const code = outcome?.kind === "failed" ? outcome.error.code : undefined;
  if (world.cancelled.has(message.text)) assert.equal(copies, 0, `"${message.text}" was cancelled`);
  else if (message.accepted !== true || code === "session_busy") assert.equal(copies, 0, `"${message.text}" was rejected`);
  else if (code !== "closed" && !wasDropped(world, message, events, outcome?.kind === "aborted"))
    assert.equal(copies, 1, `"${message.text}" was accepted`);
  assert.ok(copies <= 1, `"${message.text}" is stored ${copies} times`);
  if (outcome?.kind === "done" && message.accepted === true && !world.cancelled.has(message.text))
    assert.equal(stored[0]?.run, message.run?.id, `"${message.text}" was delivered to its run`);
};

const isUserMessage = (entry: Entry, text: string): entry is MessageEntry =>
  isMessage(entry) && entry.message.role === "user" && textOf(entry.message) === text;

/** True if its session closed later, or if its run was aborted while the message waited or while that run was live. */
const wasDropped = (world: World, message: SentMessage, events: readonly Event[], isAborted: boolean): boolean => {
  const { startedAt, endedAt } = runPeriod(message, events);
  return world.drops.some((drop) => {
    if (drop.session !== message.session || drop.step < message.step) return false;
    if (drop.how === "close" || (isAborted && drop.step <= startedAt)) return true;
    return message.startsRun !== true && message.step >= startedAt && drop.step <= endedAt;
  });
};

/**
 * A resumed run starts and ends again under its id. A message belongs to the first period that ended after it. A run that was
 * aborted in the queue never starts.
 */
const runPeriod = ({ run, step }: SentMessage, events: readonly Event[]): { readonly startedAt: number; readonly endedAt: number } => {
  const end = events.findIndex((event) => event.type === "run_end" && event.runId === run?.id && event.at >= step);
  const before = end < 0 ? events : events.slice(0, end);
  const start = before.findLast((event) => event.type === "run_start" && event.runId === run?.id);
  return { startedAt: start?.at ?? (run === undefined ? 0 : Infinity), endedAt: events[end]?.at ?? Infinity };
};
