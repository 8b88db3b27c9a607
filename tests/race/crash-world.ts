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

/** A session and the processes that own it, one after the other. */
export interface CrashWorld {
  readonly schedule: Schedule;
  /** The ids of all messages that were said. */
  readonly said: string[];
  /** Those that were told to be safe. */
  readonly safe: Set<string>;
  /** How often each call with effects ran. */
  readonly effects: Map<string, number>;
  readonly requests: ModelRequest[];
  /** Undefined while one process is gone and another has not opened the session yet. */
  owner: Owner | undefined;
  /** From now on the model answers with a word. */
  calm: boolean;
}

/** One that was killed goes on in this test, over a store of its own that nobody reads. */
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

/** What a killed process leaves: all that its store had taken. */
export const leftBy = async ({ store, session }: Owner): Promise<Store> => {
  const left = memoryStore();
  const [stored] = await Array.fromAsync(store.list());
  if (stored === undefined) return left;
  const file = await store.open(session.id);
  const copy = await left.create(file.header);
  await copy.append(await Array.fromAsync(file.read()));
  await copy.close();
  return left;
};

const anyReply = (schedule: Schedule): Reply => {
  const calls = Array.from({ length: 1 + schedule.below(3) }, () => ({ name: schedule.oneOf(["work", "work", "look"]), input: {} }));
  const said = { reasoning: "hm", text: "I will.", calls, hold: schedule.turn() };
  return schedule.oneOf<Reply>([said, said, said, said, said, said, { text: "Done.", hold: schedule.turn() }, { ...said, cut: true }]);
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
