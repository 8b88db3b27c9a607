import type { ContextSize, Projection, ProjectionRequest, RequestContent, ToolSpecs } from "../context/index.ts";
import type { Log } from "../log/index.ts";
import type { Context } from "../loop/index.ts";
import { contextUsage } from "../model/index.ts";
import { assembleRequest } from "./assemble-request.ts";
import { keptSystem, type NextRequest, type RunCompaction } from "../compaction/index.ts";
import { branchState, type SessionJournal } from "../journal/index.ts";
import type { PrefixWatch } from "./prefix/index.ts";
import type { ModelFallback } from "./recovery/index.ts";
import { repairableHistory, repairingModel } from "./repair/index.ts";
import type { LiveRun } from "./runs/index.ts";
import type { AfterTurn } from "./shell/index.ts";
import type { RunSpending } from "../budget/index.ts";
import type { RunPrompt } from "./system-prompt/index.ts";
import type { Titles } from "./titles/index.ts";
import type { ToolSet } from "./tool-set.ts";
import { warnOfImages } from "./warn-of-images.ts";

export interface RequestParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly run: LiveRun;
  readonly system: RunPrompt;
  readonly tools: ToolSet;
  readonly specs: ToolSpecs;
  readonly project: Projection;
  readonly answering: ModelFallback;
  readonly titles: Pick<Titles, "begin">;
  readonly afterTurn: AfterTurn;
  readonly compaction: RunCompaction;
  readonly size: ContextSize;
  readonly prefix: PrefixWatch;
  readonly spending: RunSpending;
}

/** The loop's context: what the session's log says now, as a request to the model that it names now. */
export const requestContext = (parts: RequestParts): Context => ({
  async prepare(signal) {
    const { log, journal, run, system, tools, specs, project, answering, titles, afterTurn, compaction, size, prefix, spending } = parts;
    await afterTurn.settle();
    const { setup, model: reference } = log.view(branchState);
    const model = await answering.model(reference);
    const { info } = model;
    const asked: ProjectionRequest = { model: info, runId: run.id, reasoning: setup?.reasoning };
    await compaction.whenDue(nextRequest(parts, asked), signal);
    await log.checkpoint();
    const sections = await system.sections();
    const messages = project(log.path, asked);
    warnOfImages(project.takeLeftOut(), journal);
    const inputTokens = (sent: RequestContent): number => size(log.path, () => sent);
    const request = assembleRequest({ log, options: run.options, info, sections, messages, tools: specs(tools.list()), inputTokens });
    prefix.look({ model: info.reference, sections, tools: request.tools, messages });
    const charged = await spending.charge({ info, inputTokens: () => inputTokens(request), outputTokens: request.maxOutputTokens }, signal);
    if (charged.kind === "limit") return charged;
    return {
      kind: "request",
      model: compaction.watch(repairingModel(model, repairableHistory(parts, asked))),
      request,
      begun: () => titles.begin(run.id),
      close(answer) {
        spending.settle(charged, answer);
        if (answer === undefined) return;
        journal.emit({ type: "context_usage", ...contextUsage(answer.message.usage, info.contextWindow) });
        compaction.answered(answer.message, info);
      },
    };
  },
});

/** As it would be made now: what is sent says how long it is. */
const nextRequest = ({ log, run, tools, specs, project }: RequestParts, asked: ProjectionRequest): NextRequest => {
  const system = keptSystem(log);
  return { model: asked.model, runId: run.id, sent: () => ({ system, messages: project(log.path, asked), tools: specs(tools.list()) }) };
};
