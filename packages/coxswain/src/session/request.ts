import type { ContextSize, Projection, ProjectionRequest, RequestContent, ToolSpecs } from "../context/index.ts";
import type { Context } from "../loop/index.ts";
import { contextTokens, contextUsage, NO_USAGE } from "../model/index.ts";
import { assembleRequest } from "./assemble-request.ts";
import { systemPromptInLog, type NextRequest, type RunCompaction } from "../compaction/index.ts";
import { branchState, type ResponseDiscardEntry, type SessionJournal } from "../journal/index.ts";
import type { PrefixWatch } from "./prefix/index.ts";
import { repairableHistory, repairingModel } from "./repair/index.ts";
import type { LiveRun } from "./runs/index.ts";
import type { SessionModels, SessionRecord, SessionRuns, SessionTools } from "./session-phases.ts";
import type { RunSpending } from "../budget/index.ts";
import { deferredServers, type RunPrompt } from "./system-prompt/index.ts";

interface RequestParts extends Pick<SessionRuns, "titles" | "afterTurn"> {
  readonly record: SessionRecord;
  readonly models: SessionModels;
  readonly tools: SessionTools;
  readonly run: LiveRun;
  readonly system: RunPrompt;
  readonly specs: ToolSpecs;
  readonly project: Projection;
  readonly compaction: RunCompaction;
  readonly size: ContextSize;
  readonly prefix: PrefixWatch;
  readonly spending: RunSpending;
}

/** The loop's context: each request follows from the session's log, and goes to the model that the log names. */
export const requestContext = (parts: RequestParts): Context => ({
  async prepare(signal) {
    const { run, system, specs, project, titles, afterTurn, compaction, size, prefix, spending } = parts;
    const { log, journal, host } = parts.record;
    const { tools } = parts.tools;
    await afterTurn.settle();
    await log.complete("needed");
    const { setup, model: reference } = log.view(branchState);
    const model = await parts.models.fallback.model(reference);
    const { info } = model;
    const asked: ProjectionRequest = { model: info, runId: run.id, reasoning: setup?.reasoning };
    host.mcp?.begin({ id: run.id, contextWindow: info.contextWindow, deferred: deferredServers(log) });
    await compaction.whenDue(nextRequest(parts, asked), signal);
    await log.checkpoint();
    const sections = await system.sections();
    const messages = project(log.path, asked);
    warnOfOmittedImages(project.takeOmitted(), journal);
    const inputTokens = (sent: RequestContent): number => size(log.path, () => sent);
    const request = assembleRequest({ log, options: run.options, info, sections, messages, tools: specs(tools.list()), inputTokens });
    prefix.look({ model: info.reference, sections, tools: request.tools, messages });
    const charged = await spending.charge({ info, inputTokens: () => inputTokens(request), outputTokens: request.maxOutputTokens }, signal);
    if (charged.kind === "limit") return charged;
    return {
      kind: "request",
      model: compaction.watch(repairingModel(model, repairableHistory({ log, journal, project, spending }, asked)), async (spent) => {
        spending.count(spent);
        await journal.append<ResponseDiscardEntry>({ type: "response_discard", run: run.id, model: info.reference, ...spent });
      }),
      request,
      onFirstPart() {
        titles.begin(run.id);
        // Only now, so that no server delays the first request.
        host.mcp?.discover();
      },
      close(answer) {
        spending.settle(charged, answer);
        if (answer === undefined) return;
        const { lastPass, usage } = answer.message;
        // The sum of several passes is not the size, which is estimated unless the last pass is known.
        const isUnknown = lastPass !== undefined && contextTokens(lastPass) === 0;
        const window = isUnknown
          ? { ...NO_USAGE, input: size(log.path, () => ({ ...request, messages: project(log.path, asked) })) }
          : (lastPass ?? usage);
        journal.emit({ type: "context_usage", ...contextUsage(window, info.contextWindow) });
        compaction.answered(window, info);
      },
    };
  },
});

/** The request as it would be made now, to estimate its length. */
const nextRequest = ({ record: { log }, tools: { tools }, run, specs, project }: RequestParts, asked: ProjectionRequest): NextRequest => {
  const system = systemPromptInLog(log);
  return { model: asked.model, runId: run.id, sent: () => ({ system, messages: project(log.path, asked), tools: specs(tools.list()) }) };
};

/** Warns that the request omits images of the user or of a tool. */
const warnOfOmittedImages = (skipped: ReadonlyMap<string, number>, journal: Pick<SessionJournal, "emit">): void => {
  for (const [reason, count] of skipped) {
    const what = count === 1 ? "An image is" : `${count} images are`;
    journal.emit({ type: "warning", message: `${what} not sent to the model: ${reason}.` });
  }
};
