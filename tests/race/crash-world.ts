import {
  allowAll,
  createRuntime,
  fixedModels,
  memoryStore,
  type Reply,
  type Runtime,
  type Session,
  type Store,
  textResult,
  type Tool,
} from "coxswain";
import { type ModelRequest } from "coxswain/providers";
import { nodeWorkspace } from "coxswain/tools";
import { faultyStore, scriptedModel } from "coxswain/testing";
import { anyInputTool } from "../any-input-tool.ts";
import type { Schedule } from "./schedule.ts";

/** A session and the simulated processes that own it, one after the other. */
export interface CrashWorld {
  readonly schedule: Schedule;
  /** Ids of all sent messages. */
  readonly messageIds: string[];
  /** Ids of messages for which `run.admitted()` resolved. */
  readonly admitted: Set<string>;
  /** Number of executions of each call with effects. */
  readonly effects: Map<string, number>;
  readonly requests: ModelRequest[];
  /** Undefined between the end of one process and the opening of the session by the next. */
  owner: Owner | undefined;
  /** True: the model answers with a single word. */
  calm: boolean;
}

/** One process. After a kill it continues in this test, over a store that no other process reads. */
export interface Owner {
  readonly store: Store;
  readonly runtime: Runtime;
  readonly session: Session;
  readonly life: { killed: boolean };
}

export const openOwner = async (world: CrashWorld, store: Store, id?: string): Promise<Owner> => {
  const { schedule } = world;
  const life = { killed: false };
  const model = scriptedModel(async (request) => {
    if (!life.killed) world.requests.push(request);
    await schedule.turn();
    return world.calm ? "ok" : anyReply(schedule);
  });
  const workspace = nodeWorkspace({ root: "/" });
  const runtime = createRuntime({
    store: faultyStore(store, { append: () => schedule.turn(), sync: () => schedule.turn() }),
    models: fixedModels(model),
    tools: toolsOf(world, life),
    policy: allowAll(),
    workspace: () => ({ ...workspace, close: async () => {} }),
    clock: { sleep: (ms) => (ms < 1_000 ? schedule.turn() : schedule.lateTurn()) },
  });
  const session = await (id === undefined ? runtime.create({ model: model.info.reference, cwd: "/" }) : runtime.open(id));
  return { store, runtime, session, life };
};

/** Returns a copy of a killed process's store. */
export const storeLeftBy = async ({ store, session }: Owner): Promise<Store> => {
  const copy = memoryStore();
  const [stored] = await Array.fromAsync(store.list());
  if (stored === undefined) return copy;
  const file = await store.open(session.id);
  const fileCopy = await copy.create(file.header);
  await fileCopy.append(await Array.fromAsync(file.read()));
  await fileCopy.close();
  return copy;
};

const anyReply = (schedule: Schedule): Reply => {
  const calls = Array.from({ length: 1 + schedule.below(3) }, () => ({ name: schedule.oneOf(["work", "work", "look"]), input: {} }));
  const partial = { reasoning: "hm", text: "I will.", calls, hold: schedule.turn() };
  return schedule.oneOf<Reply>([
    partial,
    partial,
    partial,
    partial,
    partial,
    partial,
    { text: "Done.", hold: schedule.turn() },
    { ...partial, cut: true },
  ]);
};

const toolsOf = ({ schedule, effects }: CrashWorld, life: Owner["life"]): readonly Tool[] => [
  anyInputTool("work", {
    effect: "write",
    execute: async (_, { callId }) => {
      if (!life.killed) effects.set(callId, (effects.get(callId) ?? 0) + 1);
      await schedule.turn();
      return textResult("Worked.");
    },
  }),
  anyInputTool("look", {
    effect: "read",
    replay: "safe",
    execute: async () => {
      await schedule.turn();
      return textResult("Looked.");
    },
  }),
];
