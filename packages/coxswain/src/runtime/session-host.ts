import { denyAll, type Policy } from "../policy/index.ts";
import type { Ledger } from "../budget/index.ts";
import type { Clock } from "../base/index.ts";
import type { EventStream } from "../journal/index.ts";
import type { Entry } from "../log/index.ts";
import type { Models } from "../model/index.ts";
import type { ParentContext, Session, SessionHost, SpawnRequest } from "../session/index.ts";
import { mcpOffer } from "./mcp-offer.ts";
import { nodeWorkspace, type orphanGuardLoader, type pathLocks, type Workspace } from "../workspace/index.ts";
import type { Extensions } from "./extensions/index.ts";
import type { FolderLanguageServers } from "./folder-language-servers.ts";
import type { MailboxReceiver } from "./mailbox-receiver.ts";
import type { RuntimeOptions } from "./runtime-options.ts";
import { bindTools, withSessionTools } from "./tool-source.ts";

/** The parts that all sessions of a runtime share. */
export interface SharedParts {
  readonly options: RuntimeOptions;
  readonly clock: Clock;
  readonly now: () => number;
  /** Returns the policy for sessions that work in a folder. */
  readonly policyOf: (folder: string) => Policy;
  /** Undefined: the sessions together have no spending limit. */
  readonly ledger: Ledger | undefined;
  /** The events of all sessions. */
  readonly events: EventStream;
  readonly extensions: ReturnType<Extensions["attach"]> | undefined;
  readonly locks: ReturnType<typeof pathLocks>;
  readonly guard: ReturnType<typeof orphanGuardLoader>;
  readonly languageServers: FolderLanguageServers | undefined;
}

/** The session that a host is for. */
interface HostedSession {
  readonly cwd: string;
  /** Sub-agents only. */
  readonly parent: ParentContext | undefined;
  readonly models: Models;
  /** Returns the receiver of the session's mailbox, once there is one. */
  readonly receiver: () => MailboxReceiver | undefined;
}

/** Creates and releases sessions for a session. */
interface Registry {
  spawn(request: SpawnRequest): Promise<Session>;
  fork(cwd: string, from: string, entries: readonly Entry[]): Promise<Session>;
  release(id: string): void;
}

/** Creates a workspace for a folder. */
export const workspaceOf = async (
  { options, locks, guard }: Pick<SharedParts, "options" | "locks" | "guard">,
  folder: string,
): Promise<Workspace> => options.workspace?.(folder) ?? nodeWorkspace({ root: folder, locks, guard });

/** Assembles the dependencies of one session from the runtime's. */
export const sessionHost = async (
  { options, clock, now, policyOf, ledger, events, extensions, locks, guard, languageServers }: SharedParts,
  { cwd, parent, models, receiver }: HostedSession,
  registry: Registry,
): Promise<SessionHost> => {
  const workspace = await workspaceOf({ options, locks, guard }, cwd);
  const bound = bindTools(options.tools ?? [], workspace);
  const code = await languageServers?.acquire(workspace);
  const own = code === undefined ? bound : [...bound, ...code.tools.filter(({ name }) => bound.every((tool) => tool.name !== name))];
  const tools = extensions?.tools({ own, sessionTools: parent?.tools, workspace }) ?? { all: withSessionTools(own, parent?.tools) };
  const resources = await options.resources?.(workspace);
  return {
    models: parent?.models ?? models,
    workspace,
    get tools() {
      return tools.all;
    },
    policy: policyOf(cwd),
    ask: options.permissions?.onAsk ?? options.ask ?? denyAll(unanswered),
    answers: parent === undefined ? options.answers?.(cwd) : undefined,
    ledger: parent?.ledger ?? ledger,
    stopWhen: options.stopWhen ?? [],
    instructionFiles: options.instructionFiles,
    mcp: await mcpOffer(options, workspace),
    hooks: extensions?.hooks(options.hooks) ?? options.hooks,
    resources: extensions?.resources(resources) ?? resources,
    tasks: options.tasks,
    jobs: options.jobs,
    scanner: options.changes && ((contents, stored) => options.changes?.(workspace.root, contents, stored)),
    lsp: code?.lsp,
    durability: options.durability ?? "full",
    clock,
    now,
    events,
    parent,
    spawn: (request) => registry.spawn(request),
    fork: (from, entries) => registry.fork(cwd, from, entries),
    release(id) {
      registry.release(id);
      receiver()?.[Symbol.dispose]();
    },
    listen: () => receiver()?.listen(),
  };
};

const unanswered = (tool: string): string => `The runtime's policy has to allow ${tool}.`;
