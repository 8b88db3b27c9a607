import { Log, type LogSources, memoryStore, randomEntryId, type Store } from "../log/index.ts";
import type { ModelInfo, Models } from "../model/index.ts";
import { contextReport, type ContextReport } from "../session/index.ts";
import { isValidEntry, storedState, workingFolder } from "../journal/index.ts";
import { nodeWorkspace } from "../workspace/index.ts";
import { mcpOffer } from "./mcp-offer.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { bindTools } from "./tool-source.ts";

/** Options that the runtime would apply to the session. Only the metadata of models is read. */
export interface InspectOptions extends Pick<
  RuntimeOptions,
  "tools" | "mcp" | "workspace" | "resources" | "instructionFiles" | "tasks" | "now"
> {
  readonly store: Store;
  readonly models: Pick<Models, "list">;
  /** Milliseconds for which the provider caches a prefix. Default: five minutes. */
  readonly cacheMs?: number;
}

/**
 * Reports what a session would send in its next request, whichever process has it open: the tokens of each part, the
 * cost, and the part that the provider may have cached. Sends no request, takes no lock and changes nothing.
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
      mcp: await mcpOffer(options, workspace),
      instructionFiles: options.instructionFiles,
      resources: await options.resources?.(workspace),
      tasks: options.tasks,
      now: options.now ?? Date.now,
    };
    try {
      return await contextReport(log, host, await infoOf(options.models, storedState(log).model), options.cacheMs);
    } finally {
      await workspace.close();
    }
  } finally {
    await log.close();
  }
};

/** Copies a log into memory, which receives what a run would append before its first request. */
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

/** Returns the metadata of a model, including one that is no longer listed but that the session would still use. */
const infoOf = async (models: Pick<Models, "list">, reference: string): Promise<ModelInfo> => {
  const listed = (await models.list()).find(({ info }) => info.reference === reference)?.info;
  const [provider = "", ...id] = reference.split("/");
  return listed ?? { reference, provider, id: id.join("/"), name: reference, vision: true, thinking: [] };
};
