import { Log, type LogSources, memoryStore, randomEntryId, type Store } from "../log/index.ts";
import type { ModelInfo, Models } from "../model/index.ts";
import { contextReport, type ContextReport } from "../session/index.ts";
import { isValidEntry, storedState, workingFolder } from "../journal/index.ts";
import { nodeWorkspace } from "../workspace/index.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { bindTools } from "./tool-source.ts";

/** What a session would be given by its runtime. Of models only what is known of them is looked at. */
export interface InspectOptions extends Pick<RuntimeOptions, "tools" | "workspace" | "resources" | "instructionFiles" | "tasks" | "now"> {
  readonly store: Store;
  readonly models: Pick<Models, "list">;
  /** Milliseconds for which the provider keeps what it has read. Default: five minutes. */
  readonly keptMs?: number;
}

/**
 * What a session would send if it went on now, whoever has it open: which parts take how many tokens, what the request costs,
 * and what its provider's cache can have of it. No model is asked, and nothing is locked or changed.
 * @throws {SessionNotFoundError}
 * @throws {LogFormatError}
 */
export const inspectContext = async (options: InspectOptions, id: string): Promise<ContextReport> => {
  const log = await copied(options.store, id);
  try {
    const workspace = await (options.workspace ?? ((root) => nodeWorkspace({ root })))(workingFolder(log));
    const host = {
      workspace,
      tools: bindTools(options.tools ?? [], workspace),
      instructionFiles: options.instructionFiles,
      resources: await options.resources?.(workspace),
      tasks: options.tasks,
      now: options.now ?? Date.now,
    };
    try {
      return await contextReport(log, host, await infoOf(options.models, storedState(log).model), options.keptMs);
    } finally {
      await workspace.close();
    }
  } finally {
    await log.close();
  }
};

/** A copy in memory: what a run would write before its first request is written there. */
const copied = async (store: Store, id: string): Promise<Log> => {
  const sources: LogSources = { now: Date.now, mint: randomEntryId, isValidEntry };
  const original = await store.open(id);
  try {
    const { header, entries } = await Log.open(original, sources);
    const file = await memoryStore().create(header);
    await file.append(entries);
    return await Log.open(file, sources);
  } finally {
    await original.close();
  }
};

/** A model that nobody lists any more is still one that the session would ask. */
const infoOf = async (models: Pick<Models, "list">, reference: string): Promise<ModelInfo> => {
  const known = (await models.list()).find(({ info }) => info.reference === reference)?.info;
  const [provider = "", ...id] = reference.split("/");
  return known ?? { reference, provider, id: id.join("/"), name: reference, vision: true, thinking: [] };
};
