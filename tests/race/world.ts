import {
  type Answer,
  createRuntime,
  type Event,
  fixedModels,
  memoryStore,
  type Model,
  ModelError,
  type Outcome,
  type Reply,
  type Run,
  type Runtime,
  type Session,
  type Setup,
  type Store,
  textResult,
  type Tool,
  type ToolContext,
} from "coxswain";
import { type ModelRequest } from "coxswain/providers";
import { nodeWorkspace } from "coxswain/tools";
import { faultyStore, scriptedModel } from "coxswain/testing";
import { anyInputTool } from "../any-input-tool.ts";
import { Schedule } from "./schedule.ts";

/** Objects of one test run, and records of its messages, runs and events. */
export interface World {
  readonly schedule: Schedule;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly setup: Setup;
  /** The sessions as they were opened last. */
  readonly sessions: Session[];
  readonly forks: Session[];
  readonly runs: ObservedRun[];
  readonly messages: SentMessage[];
  /** Readers of a session's events that start after the sequence number `after`. */
  readonly reads: { readonly session: string; readonly after: number; readonly events: Promise<readonly Event[]> }[];
  readonly requests: readonly ModelRequest[];
  /** Signals that tools received. */
  readonly signals: ReadonlySet<AbortSignal>;
  /** Ids of calls that started after their run was aborted. */
  readonly lateStarts: readonly string[];
  /** Events of all sessions so far. */
  readonly events: readonly Event[];
  /** Actions that drop queued messages. A removal is recorded as `close`. */
  readonly drops: { readonly session: string; readonly how: "abort" | "close"; readonly step: number }[];
  /** Text of each cancelled message. */
  readonly cancelled: Set<string>;
  /** Messages that plugins injected as the model. */
  readonly injected: { readonly session: string; readonly text: string }[];
  readonly removed: Set<string>;
  /** Actions that have not settled. */
  readonly pending: Set<Promise<unknown>>;
  /** Makes the model answer all later requests with a single word. */
  calm(): void;
}

/** A run, and the events that its reader received. */
export interface ObservedRun {
  readonly session: string;
  readonly run: Run;
  /** False if the reader may have started later than the run. */
  readonly fromStart: boolean;
  readonly events: Promise<readonly Event[]>;
  outcome?: Outcome;
  abortedAt?: number;
}

/** A message to a session. Its text is unique. */
export interface SentMessage {
  readonly session: string;
  readonly text: string;
  readonly step: number;
  /** The run that it started or joined, if known. */
  run?: Run;
  /** True if the message started its run. */
  startsRun?: boolean;
  /** True if the session accepted it. */
  accepted?: boolean;
}

export interface WorldOptions extends Omit<Setup, "model"> {
  /** Initial number of sessions. */
  readonly sessions: number;
}

export const openWorld = async (seed: number, { sessions: count, ...options }: WorldOptions): Promise<World> => {
  const schedule = new Schedule(seed);
  const signals = new Set<AbortSignal>();
  const lateStarts: string[] = [];
  let calm = false;
  let minted = 0;

  const model = scriptedModel(async () => {
    await schedule.turn();
    return calm || model.requests.length > 60 ? "ok" : anyReply(schedule);
  });
  // Ignores aborts. The session must ignore its later output.
  const unabortable: Model = { ...model, stream: (request) => model.stream({ ...request, signal: new AbortController().signal }) };
  const small = scriptedModel(
    async () => {
      await schedule.turn();
      return anySummary(schedule);
    },
    { info: { reference: SMALL_MODEL } },
  );
  const store = memoryStore();
  const workspace = nodeWorkspace({ root: "/" });
  const runtime = createRuntime({
    store: faultyStore(store, { append: () => schedule.turn(), sync: () => schedule.turn() }),
    models: fixedModels(unabortable, { ...unabortable, info: { ...model.info, reference: OTHER_MODEL } }, small),
    tools: anyTools(schedule, ({ signal, callId }) => {
      signals.add(signal);
      if (signal.aborted) lateStarts.push(callId);
    }),
    policy: () => undefined,
    ask: async () => {
      await schedule.turn();
      return schedule.oneOf<Answer>([{ kind: "once" }, { kind: "session" }, { kind: "deny" }, { kind: "deny", reason: "no" }]);
    },
    workspace: () => ({ ...workspace, spawn: () => schedule.turn().then(() => ECHO), close: async () => {} }),
    clock: { sleep: (ms) => (ms < 1_000 ? schedule.turn() : schedule.lateTurn()) },
    now: () => schedule.step,
    mint: () => `e${minted++}`,
  });
  const setup = { retry: { tries: 1 }, fallbackModels: [OTHER_MODEL], ...options, model: model.info.reference };
  const events: Event[] = [];
  void (async () => {
    for await (const event of runtime.events()) events.push(event);
  })();
  const sessions = await Promise.all(Array.from({ length: count }, () => runtime.create({ ...setup, cwd: "/" })));
  return {
    schedule,
    runtime,
    store,
    setup,
    sessions,
    forks: [],
    runs: [],
    messages: [],
    reads: [],
    requests: model.requests,
    signals,
    lateStarts,
    events,
    drops: [],
    cancelled: new Set(),
    injected: [],
    removed: new Set(),
    pending: new Set(),
    calm: () => (calm = true),
  };
};

export const OTHER_MODEL = "scripted/other";

/** Model that writes summaries, in sessions that set it as `smallModel`. */
export const SMALL_MODEL = "scripted/small";

const ECHO = {
  end: { kind: "exit", code: 0 },
  output: { head: "hello\n", tail: "", omitted: 0, bytes: 6 },
  duration: 1,
  group: 1,
  background: false,
} as const;

const anyReply = (schedule: Schedule): Reply => {
  const calls = Array.from({ length: schedule.below(4) }, () => ({
    name: schedule.oneOf(["work", "work", "look", "delegate", "delegate", "hang", "unknown"]),
    input: {},
  }));
  const first = { type: "text_delta", id: "first", delta: "Well" } as const;
  const usage = { input: 1_500 + schedule.below(1_500) };
  const partial = { raw: [first], reasoning: "hm", text: "I will.", calls, usage, hold: schedule.turn() };
  return schedule.oneOf<Reply>([
    partial,
    partial,
    partial,
    { text: "Done.", usage, hold: schedule.turn() },
    { text: "Done.", usage },
    { text: "" },
    { ...partial, cut: true },
    { ...partial, stop: "length" },
    { ...partial, stop: "refusal" },
    { ...partial, error: new ModelError("transient", "overloaded") },
  ]);
};

const anySummary = (schedule: Schedule): Reply => {
  const summary = "# Goal\nWork. [messages 1-2]";
  return schedule.oneOf<Reply>([
    summary,
    { text: summary, hold: schedule.turn() },
    { text: summary, hold: schedule.turn() },
    { text: summary, cut: true },
    { text: summary, error: new ModelError("transient", "overloaded") },
    { text: "" },
  ]);
};

const anyTools = (schedule: Schedule, started: (context: ToolContext) => void): readonly Tool[] => {
  return [
    anyInputTool("work", {
      effect: "write",
      permissionRequests: async () => {
        await schedule.turn();
        return schedule.below(2) === 0 ? [] : [{ tool: "work", effect: "write", subject: "a file" }];
      },
      execute: async (_, context) => {
        started(context);
        await schedule.turn();
        await context.record({ type: "worked" });
        if (schedule.below(4) === 0) throw new Error("It broke.");
        return textResult("Worked.");
      },
    }),
    anyInputTool("look", {
      effect: "read",
      parallel: true,
      execute: async (_, context) => {
        started(context);
        context.progress("looking");
        await schedule.turn();
        context.progress("seen");
        return textResult("Looked.");
      },
    }),
    anyInputTool("delegate", {
      effect: "read",
      parallel: true,
      execute: async (_, context) => {
        started(context);
        if (context.agent.depth > 1) return textResult("Too deep.");
        const agent = await context.spawn({ name: "hand" });
        const { outcome } = agent.prompt("Lend a hand.");
        // The call may end before its sub-agent, and may send a prompt that a busy sub-agent rejects.
        if (schedule.below(3) === 0) agent.prompt("And another.");
        if (schedule.below(4) === 0) await schedule.turn();
        else await outcome;
        return textResult("Delegated.");
      },
    }),
    anyInputTool("hang", { effect: "execute", parallel: true, execute: () => new Promise(() => {}) }),
  ];
};
