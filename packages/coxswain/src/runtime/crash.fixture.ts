import { type Entry, memoryStore, type Store } from "../log/index.ts";
import type { Tool } from "../loop/index.ts";
import { fixedModels, type Script, scriptedModel } from "../model/index.ts";
import { allowAll } from "../policy/index.ts";
import { createRuntime, type RuntimeOptions } from "./index.ts";

/** A store with the first entries of a session, as after a kill. */
export const storeCutAt = async (store: Store, id: string, length = Infinity): Promise<Store> => {
  const file = await store.open(id);
  const entries = await Array.fromAsync(file.read());
  const copy = memoryStore();
  const cut = await copy.create(file.header);
  await cut.append(entries.slice(0, length));
  await cut.close();
  return copy;
};

/** A store with a session whose entries are changed by `change`; undefined removes an entry. */
export const storeChanged = async (store: Store, id: string, change: (entry: Entry) => Entry | undefined): Promise<Store> => {
  const { header } = await store.open(id);
  const copy = memoryStore();
  const changed = await copy.create(header);
  await changed.append((await storedIn(store, id)).flatMap((entry) => change(entry) ?? []));
  await changed.close();
  return copy;
};

export const storedIn = async (store: Store, id: string): Promise<readonly Entry[]> => Array.fromAsync((await store.open(id)).read());

interface Reopening extends Pick<RuntimeOptions, "tasks" | "hooks" | "mcp"> {
  readonly script?: Script;
  readonly tools?: readonly Tool[];
}

/** Opens a session as another process does. */
export const reopen = async (store: Store, id: string, { script = [], tools = [], ...more }: Reopening = {}) => {
  const model = scriptedModel(script);
  const runtime = createRuntime({ store, models: fixedModels(model), tools, policy: allowAll(), ...more });
  const session = await runtime.open(id);
  return { runtime, session, model, store, [Symbol.asyncDispose]: () => runtime.close() };
};
