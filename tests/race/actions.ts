import assert from "node:assert/strict";
import { ClosedError, ModelError, type Run, type Session, SessionBusyError, SessionNotFoundError } from "coxswain";
import {
  BadSummaryError,
  clear,
  clearQueue,
  inject,
  InjectCapError,
  NothingToCompactError,
  uncompact,
  type QueuedInput,
} from "coxswain/session";
import fc from "fast-check";
import { assertDepth } from "./invariants.ts";
import { OTHER_MODEL, type SentMessage, type World } from "./world.ts";

/** An action of a client or plugin. */
export interface Action {
  readonly kind: keyof typeof ACTIONS;
  /** Selects the session, entry, run or variant, modulo their number when the action is performed. */
  readonly index: number;
}

/** Performs an action. Ignores the errors that a client must expect. */
export const perform = (world: World, { kind, index }: Action): void => {
  const session = world.sessions[index % world.sessions.length] as Session;
  assertDepth(world, session);
  const settled = Promise.resolve(ACTIONS[kind](world, session, index)).catch((error: unknown) => {
    if (!(error instanceof ClosedError || error instanceof SessionBusyError || error instanceof SessionNotFoundError)) throw error;
  });
  world.pending.add(settled);
  void settled.then(() => world.pending.delete(settled));
};

/** Creates and records a message with a unique text. */
const newMessage = (world: World, { id }: Session): SentMessage => {
  const message: SentMessage = { session: id, text: `message ${world.messages.length}`, step: world.schedule.step };
  world.messages.push(message);
  return message;
};

const prompt = (world: World, session: Session, whenBusy: "reject" | "queue" | "steer" | "followUp"): void => {
  const message = newMessage(world, session);
  const isNew = whenBusy === "queue" || !session.isBusy;
  message.run = session.prompt(message.text, { whenBusy });
  message.startsRun = isNew;
  message.accepted = true;
  observe(world, session.id, message.run, isNew);
};

/** Records a run and starts to read its events: a new run's from its start or later at random, another run's later. */
export const observe = (world: World, session: string, run: Run, isNew: boolean): void => {
  if (world.runs.some((observed) => observed.run === run)) return;
  const fromStart = isNew && world.schedule.below(2) === 0;
  const read = (): Promise<unknown> => Array.fromAsync(run);
  const events = (fromStart ? read() : world.schedule.turn().then(read)) as (typeof world.runs)[number]["events"];
  const observed: (typeof world.runs)[number] = { session, run, fromStart, events };
  world.runs.push(observed);
  void run.outcome.then((outcome) => (observed.outcome = outcome));
};

const sendToRun = (world: World, session: Session, how: "steer" | "followUp", index: number): void => {
  const message = newMessage(world, session);
  const run = world.runs.filter((observed) => observed.session === session.id).at(-1 - (index % 3))?.run;
  if (run !== undefined) message.run = run;
  message.accepted = (run ?? session)[how](message.text) !== "settled";
};

const send = async (world: World, session: Session, whenBusy: "reject" | "queue" | "wait" | "steer" | "followUp"): Promise<void> => {
  const message = newMessage(world, session);
  message.accepted = false;
  const result = await world.runtime.send(session.id, message.text, { whenBusy });
  message.accepted = result.kind !== "ended" || result.outcome.kind !== "failed" || result.outcome.error.code !== "closed";
};

/** Sends a message up to 24 microtasks after the session's next event: before the schedule resolves another turn. */
const interject = async (world: World, session: Session, index: number): Promise<void> => {
  const reader = session.events({ types: ["message_end", "tool_end", "turn_end"], session: session.id });
  const { done } = await reader.next();
  await reader.return?.();
  for (let steps = index % 25; steps > 0; steps -= 1) await Promise.resolve();
  if (done !== true) sendToRun(world, session, index % 2 === 0 ? "steer" : "followUp", 0);
};

/** Injects a message. As the user it is handled like a prompt. */
const addInjection = async (world: World, session: Session, role: "user" | "assistant", plugin: number): Promise<void> => {
  const message = newMessage(world, session);
  message.accepted = false;
  const isNew = !session.isBusy;
  try {
    const run = await inject(session, { source: `plugin:${plugin}`, role, content: message.text });
    if (role === "assistant") {
      world.injected.push(message);
      return;
    }
    message.accepted = true;
    message.startsRun = isNew;
    if (run === undefined) return;
    message.run = run;
    observe(world, session.id, run, false);
  } catch (error) {
    if (!(error instanceof InjectCapError)) throw error;
  }
};

/** Records cancelled inputs, which must not be delivered. */
const recordCancelled = (world: World, inputs: readonly QueuedInput[]): void => {
  for (const { text } of inputs) for (const line of text.split("\n")) world.cancelled.add(line);
};

const recordDrop = (world: World, session: string, how: "abort" | "close"): void => {
  world.drops.push({ session, how, step: world.schedule.step });
};

export const abort = (world: World, session: Session): void => {
  recordDrop(world, session.id, "abort");
  session.abort();
};

const anyEntry = (session: Session, index: number): string | null => session.entries[index % (session.entries.length + 1)]?.id ?? null;

/** Ignores failures of the model, aborts, bad summaries and histories that are too short to summarize. */
const ignoreExpectedFailure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.catch((error: unknown) => {
    if (!(error instanceof ModelError || error instanceof NothingToCompactError || error instanceof BadSummaryError)) throw error;
  });

const ACTIONS = {
  prompt: (world: World, session: Session) => prompt(world, session, "reject"),
  queue: (world: World, session: Session) => prompt(world, session, "queue"),
  promptSteer: (world: World, session: Session) => prompt(world, session, "steer"),
  promptFollowUp: (world: World, session: Session) => prompt(world, session, "followUp"),
  resume: (world: World, session: Session) => {
    const run = session.resume();
    if (run !== undefined) observe(world, session.id, run, true);
  },
  steer: (world: World, session: Session, index: number) => sendToRun(world, session, "steer", index),
  followUp: (world: World, session: Session, index: number) => sendToRun(world, session, "followUp", index),
  send: (world: World, session: Session, index: number) =>
    send(world, session, (["reject", "queue", "wait", "steer", "followUp"] as const)[index % 5] ?? "queue"),
  injectAsUser: (world: World, session: Session, index: number) => addInjection(world, session, "user", index % 2),
  injectAsModel: (world: World, session: Session, index: number) => addInjection(world, session, "assistant", index % 2),
  injectManyAsModel: (world: World, session: Session, index: number) =>
    Promise.all(Array.from({ length: 8 }, () => addInjection(world, session, "assistant", index % 2))),
  interject: (world: World, session: Session, index: number) => void interject(world, session, index),
  clearQueue: (world: World, session: Session) => {
    const { waiting } = session;
    recordCancelled(world, waiting);
    assert.equal(clearQueue(session), waiting.length);
    assert.deepEqual(session.waiting, []);
  },
  cancelOne: (world: World, session: Session, index: number) => {
    const { waiting } = session;
    const input = waiting[index % (waiting.length + 1)];
    if (input === undefined) return;
    recordCancelled(world, [input]);
    input.cancel();
    assert.equal(session.waiting.length, waiting.length - 1);
  },
  abort: (world: World, session: Session) => abort(world, session),
  abortRun: (world: World, _: Session, index: number) => {
    const observed = world.runs[index % (world.runs.length + 1)];
    if (observed === undefined) return;
    recordDrop(world, observed.session, "abort");
    observed.abortedAt ??= world.schedule.step;
    observed.run.abort("enough");
  },
  set: (_: World, session: Session, index: number) => session.set({ thinking: index % 2 === 0 ? "high" : "low", title: `title ${index}` }),
  changeModel: (world: World, session: Session, index: number) =>
    session.set({ model: index % 2 === 0 ? world.setup.model : OTHER_MODEL, thinking: "low" }),
  shell: (_: World, session: Session, index: number) => session.shell(index % 2 === 0 ? "!echo hello" : "!!echo hello"),
  read: (world: World, session: Session, index: number) => {
    const lastSeq = world.events.findLast((event) => event.type === "entry" && event.sessionId === session.id)?.seq ?? -1;
    const after = Math.max(-1, lastSeq - (index % 4));
    world.reads.push({ session: session.id, after, events: Array.fromAsync(session.events({ after })) });
  },
  append: (_: World, session: Session) => session.append({ type: "note" }),
  fork: async (world: World, session: Session, index: number) => {
    world.forks.push(await session.fork(anyEntry(session, index), { position: index % 3 === 0 ? "before" : "at" }));
  },
  moveLeaf: (_: World, session: Session, index: number) => session.fork(anyEntry(session, index), { into: "here" }),
  moveLeafWithSummary: (_: World, session: Session, index: number) =>
    ignoreExpectedFailure(session.fork(anyEntry(session, index), { into: "here", summarize: true })),
  compact: (_: World, session: Session) => ignoreExpectedFailure(session.compact()),
  uncompact: (_: World, session: Session) => uncompact(session),
  clear: (_: World, session: Session) => clear(session),
  close: async (world: World, session: Session) => {
    recordDrop(world, session.id, "close");
    await session.close();
  },
  open: async (world: World, session: Session) => {
    const at = world.sessions.indexOf(session);
    world.sessions[at] = await world.runtime.open(session.id);
  },
  remove: async (world: World, session: Session) => {
    recordDrop(world, session.id, "close");
    world.removed.add(session.id);
    await world.runtime.remove(session.id);
    world.sessions.push(await world.runtime.create({ ...world.setup, cwd: "/" }));
  },
};

const weighted = (kind: Action["kind"], weight: number) => ({ weight, arbitrary: fc.constant(kind) });

/** Messages are more frequent than actions that end runs or sessions. */
export const anyAction: fc.Arbitrary<Action> = fc.record({
  kind: fc.oneof(
    weighted("prompt", 4),
    weighted("queue", 3),
    weighted("promptSteer", 3),
    weighted("promptFollowUp", 3),
    weighted("resume", 2),
    weighted("steer", 4),
    weighted("followUp", 4),
    weighted("send", 4),
    weighted("injectAsUser", 3),
    weighted("injectAsModel", 3),
    weighted("injectManyAsModel", 1),
    weighted("interject", 4),
    weighted("clearQueue", 2),
    weighted("cancelOne", 2),
    weighted("abort", 2),
    weighted("abortRun", 2),
    weighted("set", 1),
    weighted("changeModel", 2),
    weighted("shell", 2),
    weighted("read", 2),
    weighted("append", 1),
    weighted("fork", 1),
    weighted("moveLeaf", 1),
    weighted("moveLeafWithSummary", 1),
    weighted("compact", 3),
    weighted("uncompact", 1),
    weighted("clear", 1),
    weighted("close", 1),
    weighted("open", 2),
    weighted("remove", 1),
  ),
  index: fc.nat(99),
});
