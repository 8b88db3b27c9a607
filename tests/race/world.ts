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

/** What one run of the test made, and what was said and heard in it. */
export interface World {
  readonly schedule: Schedule;
  readonly runtime: Runtime;
  readonly store: Store;
  readonly setup: Setup;
  /** As they were opened last. */
  readonly sessions: Session[];
  readonly forks: Session[];
  readonly runs: Heard[];
  readonly said: Said[];
  /** What readers of a session's events were told of its facts, from one after `after` on. */
  readonly reads: { readonly session: string; readonly after: number; readonly events: Promise<readonly Event[]> }[];
  readonly requests: readonly ModelRequest[];
  /** The signals of runs, as tools got them. */
  readonly signals: ReadonlySet<AbortSignal>;
  /** Calls that began to run after their run was aborted. */
  readonly lateStarts: readonly string[];
  /** What was told so far, of all sessions. */
  readonly events: readonly Event[];
  /** What drops messages that wait. A removal closes, too. */
  readonly drops: { readonly session: string; readonly how: "abort" | "close"; readonly step: number }[];
  /** The texts of what waited and was taken back. */
  readonly takenBack: Set<string>;
  /** What plugins said in the model's place. */
  readonly injected: { readonly session: string; readonly text: string }[];
  readonly removed: Set<string>;
  /** Acts that have not come to an end. */
  readonly unsettled: Set<Promise<unknown>>;
  /** From now on the model answers with a word, and nothing hangs. */
  calm(): void;
}

/** A run, and what its own reader was told from `since` on. */
export interface Heard {
  readonly session: string;
  readonly run: Run;
  readonly fromStart: boolean;
  readonly events: Promise<readonly Event[]>;
  outcome?: Outcome;
  abortedAt?: number;
}

/** Something that was said, with a text that is said once. */
export interface Said {
  readonly session: string;
  readonly text: string;
  readonly step: number;
  /** The run that it became, or became a part of, where that is known. */
  run?: Run;
  /** Whether that run is about nothing else. */
  own?: boolean;
  /** Whether it was said to have been taken. */
  taken?: boolean;
}

export interface WorldOptions extends Omit<Setup, "model"> {
  /** How many there are at first. */
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
  // It heeds no abort: what it says afterwards is not to be heard.
  const deaf: Model = { ...model, stream: (request) => model.stream({ ...request, signal: new AbortController().signal }) };
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
    models: fixedModels(deaf, { ...deaf, info: { ...model.info, reference: OTHER_MODEL } }, small),
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
    said: [],
    reads: [],
    requests: model.requests,
    signals,
    lateStarts,
    events,
    drops: [],
    takenBack: new Set(),
    injected: [],
    removed: new Set(),
    unsettled: new Set(),
    calm: () => (calm = true),
  };
};

export const OTHER_MODEL = "scripted/other";

/** Writes summaries, where a session has it. */
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
    name: schedule.oneOf(["work", "work", "look", "delegate", "delegate", "deaf", "nobody"]),
    input: {},
  }));
  const first = { type: "text_delta", id: "first", delta: "Well" } as const;
  const usage = { input: 1_500 + schedule.below(1_500) };
  const said = { raw: [first], reasoning: "hm", text: "I will.", calls, usage, hold: schedule.turn() };
  return schedule.oneOf<Reply>([
    said,
    said,
    said,
    { text: "Done.", usage, hold: schedule.turn() },
    { text: "Done.", usage },
    { text: "" },
    { ...said, cut: true },
    { ...said, stop: "length" },
    { ...said, stop: "refusal" },
    { ...said, error: new ModelError("transient", "overloaded") },
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
        // It may be left to the end of the call, and may be asked once more than it takes.
        if (schedule.below(3) === 0) agent.prompt("And another.");
        if (schedule.below(4) === 0) await schedule.turn();
        else await outcome;
        return textResult("Delegated.");
      },
    }),
    anyInputTool("deaf", { effect: "execute", parallel: true, execute: () => new Promise(() => {}) }),
  ];
};
