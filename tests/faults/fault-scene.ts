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

/** Which writes a store refuses: the nth append or sync, counted from 1, and so many after it. */
export interface Fault {
  readonly of: "append" | "sync";
  readonly from: number;
  readonly count: number;
}

const NO_FAULT: Fault = { of: "append", from: 0, count: 0 };

/** A session at work over a store that fails, and what came of it. */
export const faultScene = async (store: Store, fault: Fault = NO_FAULT) => {
  let writes = 0;
  let mended = false;
  const hit = (of: Fault["of"]): void => {
    if (of !== fault.of) return;
    writes += 1;
    if (!mended && writes >= fault.from && writes < fault.from + fault.count) throw new LogWriteError("no space left on device");
  };
  const written = new Set<string>();
  const durable = new Set<string>();
  const model = scriptedModel((_, turn) => REPLIES[turn] ?? "I go on.");
  const started: { readonly call: string; readonly intended: boolean }[] = [];
  const start = (call: string): void => void started.push({ call, intended: durable.has(call) });
  const runtime = createRuntime({
    store: faultyStore(store, {
      append: (_, entries) => {
        hit("append");
        for (const entry of entries) if (isToolStart(entry)) written.add(entry.call);
      },
      sync: () => {
        hit("sync");
        for (const call of written) durable.add(call);
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
    /** Calls with effects that began to run, and whether what they intended was on the disk then. */
    started,
    /** What the store was asked to write so far, of the fault's kind. */
    writes: () => writes,
    /** There is space again. */
    mend: () => (mended = true),
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

/** All that is said and done in the scene, and how it ended. Messages: `first`, `second`, and one after each `write`. */
export const work = async ({ session }: Awaited<ReturnType<typeof faultScene>>): Promise<readonly Outcome[]> => {
  const runs = [session.prompt("first"), session.prompt("second", { whenBusy: "queue" })];
  await session.set({ title: "Faults", thinking: "low" }).catch(() => undefined);
  return Promise.all(runs.map(({ outcome }) => outcome));
};

export const storedIn = async (store: Store, id: string): Promise<readonly Entry[]> => {
  const file = await store.open(id);
  const entries = await Array.fromAsync(file.read());
  await file.close();
  return entries;
};
