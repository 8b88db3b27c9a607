import { contextSize, projection, toolSpecs } from "../context/index.ts";
import { type Agents, type LoopOptions, type Outcome, run, runError, type RunHook } from "../loop/index.ts";
import { loopBreaker, turnCap, unreadableCalls } from "../policy/index.ts";
import { RunCompaction } from "../compaction/index.ts";
import type { McpOffer } from "../mcp/index.ts";
import { outputCheck } from "../output/index.ts";
import type { RunSpending } from "../budget/index.ts";
import { branchState, type Setup, workingFolder } from "../journal/index.ts";
import type { SessionModels, SessionRecord, SessionRuns, SessionTools } from "./session-phases.ts";
import { readingCommands } from "./command-effects.ts";
import { sessionGate } from "./gate.ts";
import { expandingArrivals } from "./message-references.ts";
import type { RunBegun } from "./hooks/index.ts";
import { PrefixWatch } from "./prefix/index.ts";
import { recoveries, retry, withFallbacks } from "./recovery/index.ts";
import { requestContext } from "./request.ts";
import { readingFolders } from "./resources/index.ts";
import type { RunHost } from "./run-host.ts";
import type { LiveRun } from "./runs/index.ts";
import { verification } from "./verification.ts";
import { sessionPrompt } from "./system-prompt/index.ts";

export interface RunnerParts extends Pick<SessionRuns, "titles" | "afterTurn" | "compaction"> {
  readonly record: SessionRecord;
  readonly models: SessionModels;
  readonly tools: SessionTools;
  /** Expands what messages name of MCP servers. Undefined: nothing is expanded. */
  readonly references: Pick<McpOffer, "expand"> | undefined;
}

/** Returns the function that takes a run of the session from its beginning to its outcome: the loop over the session's parts. */
export const sessionRunner = (parts: RunnerParts): ((live: LiveRun, begun?: RunBegun) => Promise<Outcome>) => {
  const { record, models, tools: session, references, afterTurn, compaction } = parts;
  const { log, host, scope, journal, inbox, userQuestions: questions, ownChanges: changes } = record;
  const { fallback, spending } = models;
  const { resources, instructions, tools, agents, background } = session;
  const { workspace, clock } = host;
  const { id: sessionId } = log.header;
  const cwd = workingFolder(log);
  const permissions = sessionGate(host, journal, agents.asking, scope.asker);
  const gate = readingCommands(readingFolders(permissions, resources.folders), workspace);
  const prompt = sessionPrompt({ log, journal, workspace, instructions, resources, tools, mcp: host.mcp });
  const expand = expandingArrivals(references, record.warn);
  const shared = { ...parts, specs: toolSpecs(), project: projection(), size: contextSize(), prefix: new PrefixWatch(log, journal) };
  const agentsPort: Agents = {
    self: agents.self,
    tools: () => tools.list(),
    open: (call, signal) => agents.open(call, signal, background),
  };

  return async (live, { hook, messages = live.messages, system, turnSystem } = {}) => {
    using _ = scope.bindRun(live);
    afterTurn.hold();
    const { setup } = log.view(branchState);
    fallback.begin(setup?.fallbackModels);
    const money = spending.begin(live);
    const compacting = new RunCompaction(compaction);
    const runPrompt = prompt.ofRun({ added: system, addedByTurns: turnSystem, resumes: live.resumes });
    const context = requestContext({ ...shared, run: live, system: runPrompt, compaction: compacting, spending: money });
    const again = retry({ options: setup?.retry, host, journal, model: () => fallback.reference });
    const recovery = recoveries(compacting.recovery, withFallbacks(again, fallback));
    const options = loopOptions(live, setup, host, money);
    const { output, verify } = live.options;
    const areChangesRecorded = (): boolean => changes?.areRecorded === true;
    background.runBegins(messages);
    const hooks: readonly RunHook[] = [
      ...background.notices(tools),
      ...(hook === undefined ? [] : [hook]),
      ...(verify === undefined ? [] : [verification(verify, { runId: live.id, journal, workspace, areChangesRecorded })]),
      ...(output === undefined ? [] : [outputCheck(output, { runId: live.id, journal, inbox })]),
    ];
    const going = run(
      {
        context,
        tools,
        gate,
        inbox,
        journal,
        expand,
        recovery,
        clock,
        agents: agentsPort,
        hooks,
        jobs: background.jobs,
        questions,
        changes,
      },
      { runId: live.id, sessionId, cwd, messages, signal: live.signal, options, runOptions: live.options },
    );
    live.take();
    const prepared = workspace.preparing?.();
    const outcome = await going.finally(() => prepared?.[Symbol.dispose]());
    await compacting.settled();
    spending.end();
    // The outcome stands: the log keeps facts that the store rejects now, and writes them later.
    await afterTurn.release().catch((error: unknown) => journal.emit({ type: "warning", message: runError(error).message }));
    await log.checkpoint();
    return outcome;
  };
};

const loopOptions = (live: LiveRun, setup: Setup | undefined, host: RunHost, { claimCall, stopWhen }: RunSpending): LoopOptions => {
  const maxTurns = live.options.maxTurns ?? setup?.maxTurns ?? 0;
  return { ...setup, claimCall, stopWhen: [loopBreaker(), unreadableCalls(), turnCap(maxTurns), stopWhen, ...host.stopWhen] };
};
