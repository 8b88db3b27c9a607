import { contextSize, projection, toolSpecs } from "../context/index.ts";
import type { Log } from "../log/index.ts";
import { type LoopOptions, type Outcome, run, runError, type RunHook } from "../loop/index.ts";
import { loopBreaker, turnCap, unreadableCalls } from "../policy/index.ts";
import { type SessionAgents, abortWithParent } from "./agents/index.ts";
import { type Compaction, RunCompaction } from "../compaction/index.ts";
import { readingCommands } from "./command-effects.ts";
import { branchState, type SessionJournal, type Setup, workingFolder } from "../journal/index.ts";
import { sessionGate } from "./gate.ts";
import type { RunBegun } from "./hooks/index.ts";
import type { Inbox } from "./inbox/index.ts";
import type { SessionInstructions } from "./instruction-files/index.ts";
import { outputCheck } from "../output/index.ts";
import { PrefixWatch } from "./prefix/index.ts";
import { type ModelFallback, recoveries, retry, withFallbacks } from "./recovery/index.ts";
import { requestContext } from "./request.ts";
import { readingFolders, type SessionResources } from "./resources/index.ts";
import type { RunHost } from "./run-host.ts";
import type { LiveRun } from "./runs/index.ts";
import type { AfterTurn } from "./shell/index.ts";
import type { RunSpending, Spending } from "../budget/index.ts";
import { sessionPrompt } from "./system-prompt/index.ts";
import { jobsState, type SessionJobs, type SessionTasks, noticeHook } from "../background/index.ts";
import type { Titles } from "./titles/index.ts";
import type { ToolSet } from "./tool-set.ts";

export interface RunnerParts {
  readonly log: Log;
  readonly host: RunHost;
  readonly journal: SessionJournal;
  readonly inbox: Inbox;
  readonly afterTurn: AfterTurn;
  readonly answering: ModelFallback;
  readonly titles: Titles;
  readonly tools: ToolSet;
  readonly instructions: SessionInstructions | undefined;
  readonly resources: SessionResources;
  readonly compaction: Compaction;
  readonly spending: Spending;
  readonly agents: SessionAgents;
  /** Of a root. */
  readonly tasks: SessionTasks | undefined;
  /** Of the root. */
  readonly jobs: SessionJobs;
}

/** Makes the function that takes a session's run from its beginning to its outcome: the loop over this session's parts. */
export const sessionRunner = (parts: RunnerParts): ((live: LiveRun, begun?: RunBegun) => Promise<Outcome>) => {
  const {
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
    tasks,
    jobs,
  } = parts;
  const { id: sessionId } = log.header;
  const cwd = workingFolder(log);
  const gate = readingCommands(readingFolders(sessionGate(host, journal, agents.asking), resources.folders), host.workspace);
  const specs = toolSpecs();
  const project = projection();
  const size = contextSize();
  const prefix = new PrefixWatch(log, journal);
  const prompt = sessionPrompt({ log, journal, workspace: host.workspace, instructions, skills: () => resources.catalogue(tools.names()) });

  return async (live, { hook, messages = live.messages, system } = {}) => {
    using _ = host.parent && abortWithParent(live, host.parent.signal);
    afterTurn.hold();
    const { setup } = log.view(branchState);
    answering.begin(setup?.fallbackModels);
    const money = spending.begin(live);
    const compacting = new RunCompaction(compaction);
    const context = requestContext({
      log,
      journal,
      run: live,
      system: prompt.ofRun({ added: system, resumes: live.resumes }),
      tools,
      specs,
      project,
      answering,
      titles,
      afterTurn,
      compaction: compacting,
      size,
      prefix,
      spending: money,
    });
    const again = retry({ options: setup?.retry, host, journal, model: () => answering.reference });
    const recovery = recoveries(compacting.recovery, withFallbacks(again, answering));
    const options = loopOptions(live, setup, host, money);
    const { output } = live.options;
    tasks?.runBegins(messages);
    if (host.parent === undefined) jobs.runBegins(messages);
    // A session that has no job tools, and never had any jobs, needs no notices.
    const hasJobs = host.parent === undefined && (tools.find("job_output") !== undefined || log.total(jobsState).started > 0);
    const hooks: readonly RunHook[] = [
      hasJobs ? noticeHook(jobs) : undefined,
      tasks?.notices,
      hook,
      output === undefined ? undefined : outputCheck(output, { runId: live.id, journal, inbox }),
    ].filter((one) => one !== undefined);
    const going = run(
      { context, tools, gate, inbox, journal, recovery, clock: host.clock, agents, hooks, jobs },
      { runId: live.id, sessionId, cwd, messages, signal: live.signal, options, runOptions: live.options },
    );
    live.take();
    const outcome = await going;
    await compacting.settled();
    spending.end();
    // The outcome stands: facts that the store does not take now are owed to it.
    await afterTurn.release().catch((error: unknown) => journal.emit({ type: "warning", message: runError(error).message }));
    await log.checkpoint();
    return outcome;
  };
};

const loopOptions = (live: LiveRun, setup: Setup | undefined, host: RunHost, { claimCall, stopWhen }: RunSpending): LoopOptions => {
  const maxTurns = live.options.maxTurns ?? setup?.maxTurns ?? 0;
  return { ...setup, claimCall, stopWhen: [loopBreaker(), unreadableCalls(), turnCap(maxTurns), stopWhen, ...host.stopWhen] };
};
