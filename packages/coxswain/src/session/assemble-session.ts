import { ModelFallback, retrying } from "./recovery/index.ts";
import { branchState, EventStream, SessionJournal, sessionTotals } from "../journal/index.ts";
import { carryNestedInstructions } from "../context/index.ts";
import type { Log } from "../log/index.ts";
import type { Queued, Tool } from "../loop/index.ts";
import { rollUp, SessionAgents } from "./agents/index.ts";
import { type Compaction, InsideRun, sessionCompaction, toolCarriers } from "../compaction/index.ts";
import { Forks } from "./forks.ts";
import { hookedRuns } from "./hooks/index.ts";
import { sessionHooks } from "../hooks/index.ts";
import { Admissions, Inbox } from "./inbox/index.ts";
import { sessionInstructions, tellingTools } from "./instruction-files/index.ts";
import { SessionJobs, type SessionTasks, sessionTasks } from "../background/index.ts";
import { ModelSource } from "./model-source.ts";
import { memoizeLast } from "./once-for.ts";
import { OwnTools } from "./own-tools.ts";
import { carryOutputForm } from "../output/index.ts";
import { SessionResources } from "./resources/index.ts";
import type { RunHost } from "./run-host.ts";
import { sessionRunner } from "./runner.ts";
import { LiveRun, type LiveRunSetup, restoredQueue, Prompts, queueWatch, RunQueue } from "./runs/index.ts";
import { sessionTools } from "./session-tools.ts";
import { AfterTurn } from "./shell/index.ts";
import { sideModels } from "./side-models.ts";
import { Spending } from "../budget/index.ts";
import { Titles } from "./titles/index.ts";

export interface SessionAround {
  readonly log: Log;
  readonly host: RunHost;
  /** Whether the session takes nothing any more. */
  readonly closed: () => boolean;
}

/** The parts that a session's public face speaks to. What these need besides is between them. */
export interface SessionParts {
  readonly stream: EventStream;
  readonly journal: SessionJournal;
  readonly admissions: Admissions;
  readonly inbox: Inbox;
  readonly models: ModelSource;
  readonly ownTools: OwnTools;
  readonly spending: Spending;
  readonly titles: Titles;
  readonly compaction: Compaction;
  readonly afterTurn: AfterTurn;
  readonly runs: RunQueue;
  readonly prompts: Prompts;
  /** Of a root whose agents are given tasks. */
  readonly tasks: SessionTasks | undefined;
  /** Of the root. */
  readonly jobs: SessionJobs;
  readonly forks: Forks;
  readonly agents: SessionAgents;
}

/** Wires a session, from its log up to what takes prompts. Nothing happens yet. */
export const assembleSession = ({ log, host, closed }: SessionAround): SessionParts => {
  // Who is told.
  const stream = new EventStream();
  const { parent } = host;
  const streams = { session: stream, runtime: host.events, run: () => runs.live?.events, above: parent?.events };
  const place = parent === undefined ? { depth: 0 } : { depth: parent.depth, parent: parent.parent };
  const journal = new SessionJournal(log, streams, host.now, host.durability, place);
  const tellAbove = parent && rollUp(log.header.id, parent.count);
  log.follow((entries) => {
    journal.tellWritten(entries);
    tellAbove?.(entries);
  });
  const warn = (message: string): void => journal.emit({ type: "warning", message });

  // What was said and waits.
  const admissions = new Admissions(log, journal);
  const waited = restoredQueue(admissions.waiting);
  const inbox = new Inbox(
    {
      changed() {
        queueChanged();
        ownTasks?.background.notify();
      },
      dropped: (messages, reason) => admissions.cancel(messages, reason),
    },
    waited.steering,
    waited.followUps,
  );

  // Which models answer, and what they may cost.
  const models = new ModelSource(host.models);
  const spending = new Spending({ log, host, tell: (event) => journal.emit(event), cost: () => log.total(sessionTotals).cost });
  const answering = new ModelFallback({ models, journal });
  const side = sideModels({ log, models: spending.accounting(models), known: host.models, answering });

  // What the model is told of, and what it can call.
  const resources = new SessionResources(host.resources, host.workspace);
  const instructions = sessionInstructions(host, warn);
  const telling = instructions && tellingTools(instructions);
  const ownTools = new OwnTools();
  const forAgents = memoizeLast((all: readonly Tool[]) => all.filter((tool) => tool.availableToSubagents !== false));
  const known = (): readonly Tool[] => ownTools.over(host.parent === undefined ? host.tools : forAgents(host.tools));
  const wake = ({ id, message }: Queued): void => {
    // A run that goes on, or is about to, tells of it by itself.
    if (runs.live === undefined && runs.current === undefined) prompts.take(message, { id, whenBusy: "queue", expand: false });
  };
  const isQueued = (messageId: string): boolean => admissions.waits(messageId);
  const { workspace, clock, now, jobs: options = {} } = host;
  const jobs = parent?.jobs ?? new SessionJobs({ options, log, journal, workspace, clock, now, isQueued, wake });
  const ownTasks =
    parent !== undefined || host.tasks === undefined
      ? undefined
      : sessionTasks({
          options: host.tasks,
          agents: host.resources?.agents ?? [],
          models: host.models,
          clock: host.clock,
          log,
          journal,
          stream,
          now: host.now,
          spawn: (plan, work) => agents.spawnResolved(plan, work),
          ledger: () => spending.ledger,
          isQueued,
          isInboxEmpty: () => inbox.isEmpty,
          jobsIn: (folder) => jobs.runningIn(folder),
          wake,
        });
  const tasks = parent?.tasks ?? ownTasks;
  const taskTools = tasks?.tools((setup) => agents.plan(setup));
  const tools = sessionTools(log, resources, taskTools, () => telling?.(known()) ?? known());

  // Who works for it.
  const agents = new SessionAgents({ log, journal, host, models, tools, ownTools, tasks, jobs, ledger: () => spending.ledger });

  // Who has a say besides the policy.
  const hooks = sessionHooks({ log, journal, registry: host.hooks, workspace: host.workspace });

  // What goes on beside turns and between runs.
  const afterTurn = new AfterTurn(journal);
  const titles = new Titles({ log, journal, side });
  const insideRun = new InsideRun();
  const compaction = sessionCompaction({
    log,
    journal,
    side,
    patient: (model) => retrying(model, { options: log.view(branchState).setup?.retry, host, journal }),
    tools,
    hooks,
    carriers: () => [
      carryNestedInstructions,
      carryOutputForm,
      (facts) => resources.carry(facts),
      () => ownTasks?.preserve(),
      () => (parent === undefined ? jobs.preserve() : undefined),
      ...toolCarriers(known()),
    ],
    between: (act) => runs.between(act),
    isInsideRun: () => insideRun.current !== undefined && insideRun.current === runs.live?.id,
  });

  // The runs, one after the other.
  const runner = sessionRunner({
    log,
    host,
    journal,
    inbox,
    afterTurn,
    answering,
    titles,
    tools,
    instructions,
    resources,
    compaction,
    spending,
    agents,
    tasks: ownTasks,
    jobs,
  });
  const go = hookedRuns({ hooks, journal, admissions, clock: host.clock }, runner);
  const newRun = (setup: LiveRunSetup): LiveRun =>
    new LiveRun(setup, { inbox, admissions, resources, mint: () => log.mint(), warn, changed: () => queueChanged() });
  const runs: RunQueue = new RunQueue(
    inbox,
    {
      go: (run) => insideRun.go(run.id, () => go(run)),
      end(run, outcome) {
        run.end(outcome, journal.tell({ type: "run_end", runId: run.id, outcome }));
        if (parent === undefined) jobs.runEnded(outcome);
        if (outcome.kind === "done") ownTasks?.background.wake();
      },
      changed: () => queueChanged(),
    },
    waited.runs.map((setup) => parkedRun(newRun(setup))),
  );
  const queueChanged = queueWatch(inbox, runs, (change) => journal.emit(change));
  const prompts = new Prompts({ log, journal, admissions, inbox, runs, resources, newRun, closed });
  const forks = new Forks({ log, compaction, runs });

  return {
    stream,
    journal,
    admissions,
    inbox,
    models,
    ownTools,
    spending,
    titles,
    compaction,
    afterTurn,
    runs,
    prompts,
    tasks: ownTasks,
    jobs,
    forks,
    agents,
  };
};

/** One whose messages are facts of the log since an earlier process. */
const parkedRun = (run: LiveRun): LiveRun => {
  run.take();
  return run;
};
