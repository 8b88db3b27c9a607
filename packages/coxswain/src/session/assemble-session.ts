import type { Log } from "../log/index.ts";
import { type Outcome, type Queued, runError, type Tool } from "../loop/index.ts";
import { preservedInstructions } from "../context/index.ts";
import { preserveOutputSchema } from "../output/index.ts";
import { branchState, EventStream, SessionJournal, sessionTotals } from "../journal/index.ts";
import { recordedBytes } from "../changes/index.ts";
import { Spending } from "../budget/index.ts";
import { SessionJobs, SessionTasks } from "../background/index.ts";
import { InsideRun, sessionCompaction, toolPreservers } from "../compaction/index.ts";
import { sessionHooks } from "../hooks/index.ts";
import { SessionAgents } from "./agents/index.ts";
import { type Background, ownBackground } from "./session-background.ts";
import { FileChanges } from "./file-changes.ts";
import { Forks } from "./forks.ts";
import { hookedRuns } from "./hooks/index.ts";
import { Admissions, Inbox, inboxState } from "./inbox/index.ts";
import { sessionInstructions, withNestedInstructions } from "./instruction-files/index.ts";
import { reportFileEvents, withEditErrors } from "./language-servers/index.ts";
import { ModelSource } from "./model-source.ts";
import { OwnTools, sessionTools } from "./tool-set.ts";
import { expandingReferences } from "./message-references.ts";
import { ModelFallback, retrying } from "./recovery/index.ts";
import { SessionResources } from "./resources/index.ts";
import type { RunHost } from "./run-host.ts";
import { sessionRunner } from "./runner.ts";
import { emitQueueChanges, endUnbegun, LiveRun, type LiveRunSetup, MessageQueue, Prompts, restoredQueue, RunQueue } from "./runs/index.ts";
import type { SessionModels, SessionParts, SessionRecord, SessionRuns, SessionTools } from "./session-phases.ts";
import { sessionScope } from "./session-scope.ts";
import { AfterTurn } from "./shell/index.ts";
import { sideModels } from "./side-models.ts";
import { Titles } from "./titles/index.ts";

export interface SessionOptions {
  readonly log: Log;
  readonly host: RunHost;
  /** Returns true once the session is closed and rejects all calls. */
  readonly closed: () => boolean;
}

/** Wires a session from its log up, in phases: each uses only those before it. Nothing starts yet. */
export const assembleSession = ({ log, host, closed }: SessionOptions): SessionParts => {
  const record = openRecord(log, host);
  const models = openModels(record);
  const resources = new SessionResources(host.resources, host.workspace);
  const { prompts, newRun } = openPrompts(record, resources, closed);
  const tools = openTools(record, models, resources, prompts);
  return { record, models, tools, runs: openRuns(record, models, tools, prompts, newRun) };
};

const openRecord = (log: Log, host: RunHost): SessionRecord => {
  const scope = sessionScope(log.header.id, host);
  const restored = restoredQueue(log.total(inboxState).waiting);
  const inbox = new Inbox(restored.steering, restored.followUps);
  const runs = new RunQueue(inbox);
  const stream = new EventStream();
  const streams = { session: stream, runtime: host.events, run: () => runs.active?.events, parent: scope.upstream };
  const journal = new SessionJournal(log, streams, host.now, host.durability, scope.place);
  const warn = (message: string): void => journal.emit({ type: "warning", message });
  const { lsp } = host;
  const reportChanges = lsp && reportFileEvents((events) => lsp.filesChanged(events));
  log.follow(
    (entries) => {
      journal.emitWritten(entries);
      scope.onWritten(entries);
      reportChanges?.(entries);
    },
    ({ detail }) => warn(`The session's log is damaged; using the readable entries: ${detail}.`),
  );
  const admissions = new Admissions(log, journal);
  inbox.onDrop((messages, why) => admissions.cancel(messages, why));
  const changes =
    host.parent?.changes ??
    new FileChanges({ journal, activeRun: () => runs.active?.id, recordedBytes: () => log.total(recordedBytes), warn });
  const scanner = log.contents === undefined ? undefined : host.scanner?.(log.contents, changes.recordedBytes);
  const ownChanges = changes.of({ workspace: host.workspace, scanner, id: log.header.id, isAgent: host.parent !== undefined });
  const userQuestions = scope.userQuestions(journal);
  return { log, host, scope, stream, journal, userQuestions, inbox, admissions, runs, restored, changes, ownChanges, warn };
};

const openModels = ({ log, host, scope, journal }: SessionRecord): SessionModels => {
  const source = new ModelSource(host.models);
  const cost = (): number => log.total(sessionTotals).cost;
  const spending = new Spending({ log, host, levels: scope.levels, emit: (event) => journal.emit(event), cost });
  const fallback = new ModelFallback({ models: source, journal });
  const side = sideModels({ log, models: spending.accounting(source), catalog: host.models, answering: fallback });
  return { source, spending, fallback, side };
};

type NewRun = (setup: LiveRunSetup) => LiveRun;

const openPrompts = (
  { log, journal, inbox, admissions, runs, warn }: SessionRecord,
  resources: SessionResources,
  closed: () => boolean,
): { readonly prompts: Prompts; readonly newRun: NewRun } => {
  const mint = (): string => log.mint();
  const messages = new MessageQueue({ inbox, admissions, resources, mint, warn });
  const aborted = (run: LiveRun, outcome: Outcome): void => {
    runs.remove(run);
    endUnbegun(run, outcome, journal);
  };
  const newRun: NewRun = (setup) => new LiveRun(setup, { inbox, admissions, messages, mint, warn, aborted });
  return { newRun, prompts: new Prompts({ log, journal, admissions, inbox, runs, messages, resources, newRun, closed }) };
};

const openTools = (record: SessionRecord, models: SessionModels, resources: SessionResources, prompts: Prompts): SessionTools => {
  const { log, host, scope, journal, changes, warn } = record;
  const { source, spending } = models;
  const addErrors = host.lsp && withEditErrors(host.lsp.servers, host.workspace);
  host.lsp?.onWarning(warn);
  const instructions = sessionInstructions(host, warn);
  const addInstructions = instructions && withNestedInstructions(instructions);
  const ownTools = new OwnTools();
  const availableTools = (): readonly Tool[] => ownTools.over(scope.visibleTools(host.tools));
  const agents = new SessionAgents({ log, journal, host, scope, models: source, ownTools, changes, ledger: () => spending.ledger });
  const background = scope.background ?? openBackground(record, models, agents, prompts);
  const taskTools = background.tasks?.tools((setup) => agents.plan(setup));
  const wrapped = (): readonly Tool[] => {
    const checked = addErrors?.(availableTools()) ?? availableTools();
    return addInstructions?.(checked) ?? checked;
  };
  const tools = sessionTools({ log, resources, ofTasks: taskTools, mcp: host.mcp, tools: wrapped });
  return { resources, instructions, ownTools, available: availableTools, tools, agents, background };
};

const openBackground = (
  { log, host, journal, stream, inbox, admissions, runs, changes }: SessionRecord,
  { spending }: SessionModels,
  agents: SessionAgents,
  prompts: Prompts,
): Background => {
  const { workspace, clock, now, models } = host;
  const shared = {
    log,
    journal,
    clock,
    now,
    isQueued: (messageId: string) => admissions.waits(messageId),
    wake({ id, message }: Queued): void {
      // A run that is active, or starts soon, adds the notice itself.
      if (runs.active === undefined && runs.recipient === undefined) prompts.take(message, { id, whenBusy: "queue", expand: false });
    },
  };
  const jobs = new SessionJobs({
    ...shared,
    options: host.jobs ?? {},
    workspace,
    recordChanges: (job, by) => changes.beginJob(job, by),
  });
  const openTasks = (options: NonNullable<RunHost["tasks"]>): SessionTasks => {
    const tasks = new SessionTasks({
      ...shared,
      options,
      agents: host.resources?.agents ?? [],
      models,
      stream,
      spawn: (plan, work) => agents.spawnResolved(plan, { ...work, jobs }),
      ledger: () => spending.ledger,
      isInboxEmpty: () => inbox.isEmpty,
      jobsIn: (folder) => jobs.runningIn(folder),
    });
    inbox.onChange(() => tasks.background.notify());
    return tasks;
  };
  return ownBackground(log, jobs, host.tasks === undefined ? undefined : openTasks(host.tasks));
};

const openRuns = (record: SessionRecord, models: SessionModels, tools: SessionTools, prompts: Prompts, newRun: NewRun): SessionRuns => {
  const { log, host, journal, inbox, admissions, runs, restored, ownChanges } = record;
  const { side } = models;
  const { background, resources } = tools;
  const hooks = sessionHooks({ log, journal, registry: host.hooks, workspace: host.workspace, changes: ownChanges });
  const afterTurn = new AfterTurn(journal);
  const titles = new Titles({ log, journal, side });
  const insideRun = new InsideRun();
  const compaction = sessionCompaction({
    log,
    journal,
    side,
    withRetries: (model) => retrying(model, { options: log.view(branchState).setup?.retry, host, journal }),
    tools: tools.tools,
    hooks,
    preservers: () => [
      preservedInstructions,
      preserveOutputSchema,
      (facts) => resources.preservedSkills(facts),
      ...background.preservers,
      ...toolPreservers(tools.available()),
    ],
    between: (act) => runs.between(act),
    isInsideRun: () => insideRun.current !== undefined && insideRun.current === runs.active?.id,
  });
  // Sub-agents get prompts of models, which name no resources.
  const references = host.parent === undefined ? host.mcp : undefined;
  const runner = sessionRunner({ record, models, tools, references, titles, afterTurn, compaction });
  const begin = expandingReferences(references, { journal, admissions }, runner);
  const go = hookedRuns({ hooks, journal, admissions, clock: host.clock }, begin);
  const drive = async (run: LiveRun): Promise<void> => {
    const failed = (error: unknown): Outcome => ({ kind: "failed", error: runError(error) });
    runs.end(run, await insideRun.run(run.id, () => go(run)).catch(failed));
  };
  runs.listen({
    // In the next microtask, so that the caller can read the run from its first event on.
    begun: (run) => queueMicrotask(() => void drive(run)),
    ended(run, outcome) {
      run.end(outcome, journal.publish({ type: "run_end", runId: run.id, outcome }));
      background.runEnded(outcome);
      // An agent's session is closed with its call.
      if (host.parent === undefined) compaction.runEnded(outcome);
    },
  });
  runs.restore(restored.runs.map((setup) => restoredRun(newRun(setup))));
  emitQueueChanges(inbox, runs, (change) => journal.emit(change));
  return { prompts, titles, afterTurn, compaction, forks: new Forks({ log, compaction, runs }) };
};

/** The messages of a restored run have been facts of the log since an earlier process. */
const restoredRun = (run: LiveRun): LiveRun => {
  run.take();
  return run;
};
