import {
  allowAll,
  createRuntime,
  type Entry,
  type Event,
  fixedModels,
  LogWriteError,
  type Outcome,
  type Reply,
  type Session,
  type Store,
  textResult,
  type Tool,
} from "coxswain";
import { type ToolStartEntry } from "coxswain/session";
import { nodeWorkspace } from "coxswain/tools";
import { faultyStore, scriptedModel } from "coxswain/testing";
import { anyInputTool } from "../any-input-tool.ts";

/** The writes that the store rejects: `count` appends or syncs, starting with number `from`, counted from 1. */
export interface Fault {
  readonly operation: "append" | "sync";
  readonly from: number;
  readonly count: number;
}

const NO_FAULT: Fault = { operation: "append", from: 0, count: 0 };

/** A session over a store that fails, with records of its events and calls. */
export const faultScene = async (store: Store, fault: Fault = NO_FAULT) => {
  let writes = 0;
  let cleared = false;
  const failIfDue = (operation: Fault["operation"]): void => {
    if (operation !== fault.operation) return;
    writes += 1;
    if (!cleared && writes >= fault.from && writes < fault.from + fault.count) throw new LogWriteError("no space left on device");
  };
  const written = new Set<string>();
  const durableCalls = new Set<string>();
  const model = scriptedModel((_, turn) => REPLIES[turn] ?? "I continue.");
  const started: { readonly call: string; readonly durable: boolean }[] = [];
  const start = (call: string): void => void started.push({ call, durable: durableCalls.has(call) });
  const runtime = createRuntime({
    store: faultyStore(store, {
      append: (_, entries) => {
        failIfDue("append");
        for (const entry of entries) if (isToolStart(entry)) written.add(entry.call);
      },
      sync: () => {
        failIfDue("sync");
        for (const call of written) durableCalls.add(call);
      },
    }),
    models: fixedModels(model),
    tools: toolsOf(start, () => session),
    policy: allowAll(),
    workspace: () => ({ ...nodeWorkspace({ root: "/" }), spawn: async () => ECHO, close: async () => {} }),
  });
  const session: Session = await runtime.create({ model: model.info.reference, cwd: "/", toolExecution: "parallel" });
  const events: Event[] = [];
  void (async () => {
    for await (const event of session.events()) events.push(event);
  })();
  return {
    runtime,
    session,
    events,
    requests: model.requests,
    /** Started calls with effects. `durable`: the intent was synced before the start. */
    started,
    /** Number of writes of the fault's kind so far. */
    writes: () => writes,
    /** Makes later writes succeed. */
    clearFault: () => (cleared = true),
  };
};

const call = (name: string) => ({ name, input: {} });

const REPLIES: readonly Reply[] = [
  { text: "I look and write.", calls: [call("look"), call("look"), call("write"), call("look")] },
  { text: "I write again.", calls: [call("write")] },
  "Done.",
];

const ECHO = {
  end: { kind: "exit", code: 0 },
  output: { head: "hello\n", tail: "", omitted: 0, bytes: 6 },
  duration: 1,
  group: 1,
  background: false,
} as const;

const isToolStart = (entry: Entry): entry is ToolStartEntry => entry.type === "tool_start";

const toolsOf = (start: (call: string) => void, session: () => Session): readonly Tool[] => {
  return [
    anyInputTool("look", {
      effect: "read",
      parallel: true,
      execute: async (_, context) => {
        context.progress("looking");
        await context.record({ type: "looked" });
        return textResult("Seen.");
      },
    }),
    anyInputTool("write", {
      effect: "write",
      execute: async (_, { callId }) => {
        start(callId);
        session().followUp(`after ${callId}`);
        await session().shell("echo hello");
        return textResult("Written.");
      },
    }),
  ];
};

/** Runs the session's prompts and returns their outcomes. Messages: `first`, `second`, and one after each `write`. */
export const work = async ({ session }: Awaited<ReturnType<typeof faultScene>>): Promise<readonly Outcome[]> => {
  const runs = [session.prompt("first"), session.prompt("second", { whenBusy: "queue" })];
  await session.set({ title: "Faults", thinking: "low" }).catch(() => undefined);
  return Promise.all(runs.map(({ outcome }) => outcome));
};

export const storedEntries = async (store: Store, id: string): Promise<readonly Entry[]> => {
  const file = await store.open(id);
  const entries = await Array.fromAsync(file.read());
  await file.close();
  return entries;
};
