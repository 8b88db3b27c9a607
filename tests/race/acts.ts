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
import { OTHER_MODEL, type Said, type World } from "./world.ts";

/** One thing that somebody does: what, and with which of the sessions, entries or runs that there are then. */
export interface Act {
  readonly what: keyof typeof ACTS;
  readonly which: number;
}

/** Does an act, with all that may go wrong with it for a good reason. */
export const perform = (world: World, { what, which }: Act): void => {
  const session = world.sessions[which % world.sessions.length] as Session;
  assertDepth(world, session);
  const ending = Promise.resolve(ACTS[what](world, session, which)).catch((error: unknown) => {
    if (!(error instanceof ClosedError || error instanceof SessionBusyError || error instanceof SessionNotFoundError)) throw error;
  });
  world.unsettled.add(ending);
  void ending.then(() => world.unsettled.delete(ending));
};

/** Says something new, and remembers it. */
const say = (world: World, { id }: Session): Said => {
  const said: Said = { session: id, text: `message ${world.said.length}`, step: world.schedule.step };
  world.said.push(said);
  return said;
};

const prompt = (world: World, session: Session, whenBusy: "reject" | "queue" | "steer" | "followUp"): void => {
  const said = say(world, session);
  const isNew = whenBusy === "queue" || !session.isBusy;
  said.run = session.prompt(said.text, { whenBusy });
  said.own = isNew;
  said.taken = true;
  hear(world, session.id, said.run, isNew);
};

/** Reads a run, if it is new perhaps from its start on, or else from some later time on. */
export const hear = (world: World, session: string, run: Run, isNew: boolean): void => {
  if (world.runs.some((heard) => heard.run === run)) return;
  const fromStart = isNew && world.schedule.below(2) === 0;
  const read = (): Promise<unknown> => Array.fromAsync(run);
  const events = (fromStart ? read() : world.schedule.turn().then(read)) as (typeof world.runs)[number]["events"];
  const heard: (typeof world.runs)[number] = { session, run, fromStart, events };
  world.runs.push(heard);
  void run.outcome.then((outcome) => (heard.outcome = outcome));
};

const tell = (world: World, session: Session, how: "steer" | "followUp", which: number): void => {
  const said = say(world, session);
  const run = world.runs.filter((heard) => heard.session === session.id).at(-1 - (which % 3))?.run;
  if (run !== undefined) said.run = run;
  said.taken = (run ?? session)[how](said.text) === "queued";
};

const send = async (world: World, session: Session, whenBusy: "reject" | "queue" | "wait" | "steer" | "followUp"): Promise<void> => {
  const said = say(world, session);
  said.taken = false;
  const outcome = await world.runtime.send(session.id, said.text, { whenBusy });
  said.taken = outcome === null || outcome.kind !== "failed" || outcome.error.code !== "closed";
};

/** Says something when the next thing is told, or so few steps of the program later that no turn of the schedule comes between. */
const interject = async (world: World, session: Session, which: number): Promise<void> => {
  const reader = session.events({ types: ["message_end", "tool_end", "turn_end"], session: session.id });
  const { done } = await reader.next();
  await reader.return?.();
  for (let steps = which % 25; steps > 0; steps -= 1) await Promise.resolve();
  if (done !== true) tell(world, session, which % 2 === 0 ? "steer" : "followUp", 0);
};

/** What a plugin adds: in the person's place it is said as anything is. */
const add = async (world: World, session: Session, role: "user" | "assistant", plugin: number): Promise<void> => {
  const said = say(world, session);
  said.taken = false;
  const isNew = !session.isBusy;
  try {
    const run = await inject(session, { source: `plugin:${plugin}`, role, content: said.text });
    if (role === "assistant") {
      world.injected.push(said);
      return;
    }
    said.taken = true;
    said.own = isNew;
    if (run === undefined) return;
    said.run = run;
    hear(world, session.id, run, false);
  } catch (error) {
    if (!(error instanceof InjectCapError)) throw error;
  }
};

/** What is taken back now is told to nobody. */
const takeBack = (world: World, waiting: readonly QueuedInput[]): void => {
  for (const { text } of waiting) for (const line of text.split("\n")) world.takenBack.add(line);
};

const drop = (world: World, session: string, how: "abort" | "close"): void => {
  world.drops.push({ session, how, step: world.schedule.step });
};

export const abort = (world: World, session: Session): void => {
  drop(world, session.id, "abort");
  session.abort();
};

const anyEntry = (session: Session, which: number): string | null => session.entries[which % (session.entries.length + 1)]?.id ?? null;

/** A model that fails, an abort, and what is too short to be summarised are as good as anything. */
const unlessUnasked = (asked: Promise<unknown>): Promise<unknown> =>
  asked.catch((error: unknown) => {
    if (!(error instanceof ModelError || error instanceof NothingToCompactError || error instanceof BadSummaryError)) throw error;
  });

const ACTS = {
  prompt: (world: World, session: Session) => prompt(world, session, "reject"),
  queue: (world: World, session: Session) => prompt(world, session, "queue"),
  promptSteering: (world: World, session: Session) => prompt(world, session, "steer"),
  promptFollowing: (world: World, session: Session) => prompt(world, session, "followUp"),
  resume: (world: World, session: Session) => {
    const run = session.resume();
    if (run !== undefined) hear(world, session.id, run, true);
  },
  steer: (world: World, session: Session, which: number) => tell(world, session, "steer", which),
  followUp: (world: World, session: Session, which: number) => tell(world, session, "followUp", which),
  send: (world: World, session: Session, which: number) =>
    send(world, session, (["reject", "queue", "wait", "steer", "followUp"] as const)[which % 5] ?? "queue"),
  injectAsUser: (world: World, session: Session, which: number) => add(world, session, "user", which % 2),
  injectAsModel: (world: World, session: Session, which: number) => add(world, session, "assistant", which % 2),
  injectMuch: (world: World, session: Session, which: number) =>
    Promise.all(Array.from({ length: 8 }, () => add(world, session, "assistant", which % 2))),
  interject: (world: World, session: Session, which: number) => void interject(world, session, which),
  clearQueue: (world: World, session: Session) => {
    const { waiting } = session;
    takeBack(world, waiting);
    assert.equal(clearQueue(session), waiting.length);
    assert.deepEqual(session.waiting, []);
  },
  takeOneBack: (world: World, session: Session, which: number) => {
    const { waiting } = session;
    const one = waiting[which % (waiting.length + 1)];
    if (one === undefined) return;
    takeBack(world, [one]);
    one.cancel();
    assert.equal(session.waiting.length, waiting.length - 1);
  },
  abort: (world: World, session: Session) => abort(world, session),
  abortRun: (world: World, _: Session, which: number) => {
    const heard = world.runs[which % (world.runs.length + 1)];
    if (heard === undefined) return;
    drop(world, heard.session, "abort");
    heard.abortedAt ??= world.schedule.step;
    heard.run.abort("enough");
  },
  set: (_: World, session: Session, which: number) => session.set({ thinking: which % 2 === 0 ? "high" : "low", title: `title ${which}` }),
  changeModel: (world: World, session: Session, which: number) =>
    session.set({ model: which % 2 === 0 ? world.setup.model : OTHER_MODEL, thinking: "low" }),
  shell: (_: World, session: Session, which: number) => session.shell(which % 2 === 0 ? "!echo hello" : "!!echo hello"),
  read: (world: World, session: Session, which: number) => {
    const told = world.events.findLast((event) => event.type === "entry" && event.sessionId === session.id)?.seq ?? -1;
    const after = Math.max(-1, told - (which % 4));
    world.reads.push({ session: session.id, after, events: Array.fromAsync(session.events({ after })) });
  },
  append: (_: World, session: Session) => session.append({ type: "note" }),
  fork: async (world: World, session: Session, which: number) => {
    world.forks.push(await session.fork(anyEntry(session, which), { position: which % 3 === 0 ? "before" : "at" }));
  },
  goBack: (_: World, session: Session, which: number) => session.fork(anyEntry(session, which), { into: "here" }),
  goBackTold: (_: World, session: Session, which: number) =>
    unlessUnasked(session.fork(anyEntry(session, which), { into: "here", summarize: true })),
  compact: (_: World, session: Session) => unlessUnasked(session.compact()),
  uncompact: (_: World, session: Session) => uncompact(session),
  clear: (_: World, session: Session) => clear(session),
  close: async (world: World, session: Session) => {
    drop(world, session.id, "close");
    await session.close();
  },
  open: async (world: World, session: Session) => {
    const at = world.sessions.indexOf(session);
    world.sessions[at] = await world.runtime.open(session.id);
  },
  remove: async (world: World, session: Session) => {
    drop(world, session.id, "close");
    world.removed.add(session.id);
    await world.runtime.remove(session.id);
    world.sessions.push(await world.runtime.create({ ...world.setup, cwd: "/" }));
  },
};

const often = (what: Act["what"], weight: number) => ({ weight, arbitrary: fc.constant(what) });

/** What is said comes more often than what ends things. */
export const anyAct: fc.Arbitrary<Act> = fc.record({
  what: fc.oneof(
    often("prompt", 4),
    often("queue", 3),
    often("promptSteering", 3),
    often("promptFollowing", 3),
    often("resume", 2),
    often("steer", 4),
    often("followUp", 4),
    often("send", 4),
    often("injectAsUser", 3),
    often("injectAsModel", 3),
    often("injectMuch", 1),
    often("interject", 4),
    often("clearQueue", 2),
    often("takeOneBack", 2),
    often("abort", 2),
    often("abortRun", 2),
    often("set", 1),
    often("changeModel", 2),
    often("shell", 2),
    often("read", 2),
    often("append", 1),
    often("fork", 1),
    often("goBack", 1),
    often("goBackTold", 1),
    often("compact", 3),
    often("uncompact", 1),
    often("clear", 1),
    often("close", 1),
    often("open", 2),
    often("remove", 1),
  ),
  which: fc.nat(99),
});
