import type { Entry } from "../log/index.ts";
import { type AgentRef, RunEnding, type Tool } from "../loop/index.ts";
import { QuestionQueue, type Asker } from "../policy/index.ts";
import { type AgentCommandEntry, questionRecorder, RecordedUserQuestions, type SessionJournal, type Upstream } from "../journal/index.ts";
import type { SpendingLevels } from "../budget/index.ts";
import { type CommandRecorder, commandReports, type ParentContext, type ReportingAgent, rollUp } from "./agents/index.ts";
import { type Background, inheritedBackground } from "./session-background.ts";
import { memoizeLast } from "./tool-set.ts";
import type { RunHost } from "./run-host.ts";
import type { LiveRun } from "./runs/index.ts";

/** The parts of a session that differ between the root of a tree and an agent's session. */
export interface SessionScope {
  /** The session among the agents of its tree. */
  readonly place: Omit<AgentRef, "id">;
  /** Id of the root session. */
  readonly root: string;
  /** Streams of the ancestors, which receive this session's events too. */
  readonly upstream: Upstream | undefined;
  /** Names of this session's levels in messages about budgets. */
  readonly levels: SpendingLevels;
  /** Called with all entries that are in the store. */
  readonly onWritten: (entries: readonly Entry[]) => void;
  /** The permission questions of the tree: made by its root. */
  readonly asking: (journal: SessionJournal) => QuestionQueue;
  /** The recorder of the agents' commands: the root's. */
  readonly commandRecorder: (journal: SessionJournal) => CommandRecorder;
  /** The questions of tools to the user. Undefined in an agent's session: its tools ask without a record. */
  readonly userQuestions: (journal: SessionJournal) => RecordedUserQuestions | undefined;
  /** The session that asks, as shown to those who answer. */
  readonly asker: Asker;
  /** The runtime's tools that this session may see: the same list for the same list. */
  readonly visibleTools: (tools: readonly Tool[]) => readonly Tool[];
  /** Tool objects that ancestors were given, and hand down. */
  readonly inheritedTools: readonly Tool[];
  /** The tree's background work; undefined in the root, which makes it. */
  readonly background: Background | undefined;
  /** Ends the run with the call or task that the agent works for, until it is disposed of. */
  readonly bindRun: (run: LiveRun) => Disposable | undefined;
}

export const sessionScope = (id: string, host: RunHost): SessionScope =>
  host.parent === undefined ? rootScope(id, host) : agentScope({ id, cwd: host.workspace.root }, host.parent);

/** The scope of a session that works for no other. */
const rootScope = (id: string, host: Pick<RunHost, "answers" | "listen">): SessionScope => ({
  place: { depth: 0 },
  root: id,
  upstream: undefined,
  levels: { session: "this session", run: "this run" },
  onWritten: () => undefined,
  asking: (journal) =>
    new QuestionQueue({ answers: host.answers, mint: () => journal.mint(), observer: questionRecorder(journal, () => host.listen?.()) }),
  // The log writes it later if the store fails now.
  commandRecorder: (journal) => (draft) => void journal.append<AgentCommandEntry>(draft).catch(() => undefined),
  userQuestions: (journal) => new RecordedUserQuestions(journal, () => host.listen?.()),
  asker: { sessionId: id, root: id },
  visibleTools: (tools) => tools,
  inheritedTools: [],
  background: undefined,
  bindRun: () => undefined,
});

/** The scope of an agent's session. */
const agentScope = (agent: ReportingAgent, parent: ParentContext): SessionScope => {
  const { id } = agent;
  const { root, depth, name } = parent;
  const countUsage = rollUp(id, parent.count);
  const reportCommands = commandReports(agent, parent.recordCommand);
  const place = { depth, parent: parent.parent };
  return {
    place,
    root,
    upstream: parent.events,
    levels: { session: "this agent", run: "this agent's run" },
    onWritten(entries) {
      countUsage(entries);
      reportCommands(entries);
    },
    asking: () => parent.asking,
    commandRecorder: () => parent.recordCommand,
    userQuestions: () => undefined,
    asker: { sessionId: id, root, agent: { id, ...place, ...(name === undefined ? {} : { name }) } },
    visibleTools: memoizeLast((tools) => tools.filter((tool) => tool.availableToSubagents !== false)),
    inheritedTools: parent.tools,
    background: inheritedBackground(parent.jobs, parent.tasks),
    bindRun: (run) => abortWithParent(run, parent.signal),
  };
};

/** Ends an agent's run together with the call or task that it works for, and in the same way. Disposing releases the run. */
const abortWithParent = (live: LiveRun, to: AbortSignal): Disposable => {
  const end = (): void => {
    const { reason } = to;
    if (reason instanceof RunEnding && reason.outcome.kind === "limit") live.limit(reason.outcome.limit);
    else live.abort(typeof reason === "string" ? reason : undefined);
  };
  if (to.aborted) end();
  else to.addEventListener("abort", end, { once: true });
  return { [Symbol.dispose]: () => to.removeEventListener("abort", end) };
};
