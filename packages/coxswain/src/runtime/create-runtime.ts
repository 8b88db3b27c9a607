import { memoryStore, randomEntryId } from "../log/index.ts";
import { Ledger } from "../budget/index.ts";
import { EventStream, isValidEntry, maskEntries } from "../journal/index.ts";
import { masking, type Policy, strictest } from "../policy/index.ts";
import { SessionBusyError, type PromptInput, type Session } from "../session/index.ts";
import { orphanGuardLoader, pathLocks, projectIdentity } from "../workspace/index.ts";
import { environmentModels } from "./default-models.ts";
import { FolderLanguageServers } from "./folder-language-servers.ts";
import { permissionPolicy } from "./permissions.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import type { Runtime, SendOptions, SendResult } from "./runtime.ts";
import { SessionRegistry } from "./session-registry.ts";
import { workspaceOf } from "./session-host.ts";
import { systemClock } from "./system-clock.ts";
/**
 * Creates a runtime. It reads, writes and starts nothing before its first use.
 * @throws {BudgetError}
 * @throws {RuleError} for an invalid rule in `permissions`.
 */
export const createRuntime = (options: RuntimeOptions = {}): Runtime => {
  const { store = memoryStore(), now = Date.now, mint = randomEntryId, clock = systemClock, mailbox = "watch" } = options;
  const events = new EventStream();
  const extensions = options.extensions?.attach(events);
  const models = options.models ?? environmentModels();
  const policyOf = runtimePolicy(options);
  // Reject an invalid rule now rather than when the first session opens.
  policyOf("/");
  const [locks, guard] = [pathLocks(), orphanGuardLoader()];
  const languageServers = options.lsp && new FolderLanguageServers(options.lsp, (folder) => workspaceOf({ options, locks, guard }, folder));
  const sessions = new SessionRegistry({
    options,
    store,
    sources: { now, mint, mask: maskEntries(options.masking ?? masking()), isValidEntry },
    mailbox,
    clock,
    now,
    models: extensions?.models(models) ?? models,
    policyOf,
    ledger: options.budget === undefined ? undefined : new Ledger({ level: "all sessions", budget: options.budget }),
    events,
    extensions,
    locks,
    guard,
    languageServers,
    projectOf: options.project ?? (options.workspace === undefined ? projectIdentity : () => undefined),
  });
  return {
    create: (setup) => sessions.create(setup),
    open: (id, opening) => sessions.open(id, opening),
    opened: (id) => sessions.opened(id),
    fork: (id) => sessions.forkStored(id),
    relocate: (id, cwd) => sessions.relocate(id, cwd),
    list: (filter) => store.list(filter),
    remove: (id) => sessions.remove(id),
    send: async (id, input, sending) => send(await sessions.open(id), input, sending),
    events: (reading) => events.subscribe([], reading),
    close: () => sessions.close(),
    [Symbol.asyncDispose]: () => sessions.close(),
  };
};

const runtimePolicy =
  ({ policy, permissions }: RuntimeOptions) =>
  (folder: string): Policy => {
    if (policy !== undefined && permissions === undefined) return policy;
    const plain = permissionPolicy(permissions ?? {}, folder);
    return policy === undefined ? plain : strictest(policy, plain);
  };

const send = async (session: Session, input: PromptInput, { whenBusy = "reject", ...rest }: SendOptions = {}): Promise<SendResult> => {
  const { isBusy } = session;
  if (isBusy && whenBusy === "reject") throw new SessionBusyError();
  const run = session.prompt(input, { ...rest, whenBusy: whenBusy === "wait" ? "queue" : whenBusy });
  const isPending = isBusy && whenBusy !== "wait";
  // A rejected prompt has an outcome already.
  const outcome = await (isPending ? Promise.race([run.outcome, Promise.resolve()]) : run.outcome);
  if (outcome !== undefined) return { kind: "ended", outcome };
  return { kind: whenBusy === "queue" ? "queued" : "joined", runId: run.id };
};
