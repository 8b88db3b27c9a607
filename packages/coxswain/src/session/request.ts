import { maxOutputTokens, type Projection, type ProjectionRequest, type RepairEntry, type ToolSpecs } from "../context/index.ts";
import type { Log } from "../log/index.ts";
import { type Context, waitForAll } from "../loop/index.ts";
import { clampThinking, contextUsage } from "../model/index.ts";
import type { AfterTurn } from "./after-turn.ts";
import type { SessionJournal } from "./journal.ts";
import type { LiveRun } from "./live-run.ts";
import type { Answering } from "./recovery/index.ts";
import type { RepairableHistory } from "./repair.ts";
import { repairingModel } from "./repair-model.ts";
import { branchState } from "./state.ts";
import type { RunPrompt } from "./system-prompt/index.ts";
import type { ToolSet } from "./tool-set.ts";

export interface RequestParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly run: LiveRun;
  readonly system: RunPrompt;
  readonly tools: ToolSet;
  readonly specs: ToolSpecs;
  readonly project: Projection;
  readonly answering: Answering;
  readonly afterTurn: AfterTurn;
}

/** The loop's context: what the session's log says now, as a request to the model that it names now. */
export const requestContext = (parts: RequestParts): Context => ({
  async prepare() {
    const { log, run, system, tools, specs, project, answering, afterTurn } = parts;
    await afterTurn.settle();
    await log.checkpoint();
    const sections = await system.sections();
    const { setup, model: reference, thinking } = log.view(branchState);
    const model = await answering.model(reference);
    const { info } = model;
    const temperature = run.options.temperature ?? setup?.temperature;
    const asked: ProjectionRequest = { model: info, runId: run.id, reasoning: setup?.reasoning };
    const request = {
      system: sections.map(({ text }) => text),
      messages: project(log.path, asked),
      tools: specs(tools.list()),
      thinking: clampThinking(thinking, info.thinking),
      maxOutputTokens: maxOutputTokens({ call: run.options.maxOutputTokens, config: setup?.maxOutputTokens, model: info }),
      ...(temperature === undefined ? {} : { temperature }),
      sessionId: log.header.id,
    };
    return {
      kind: "request",
      model: repairingModel(model, repairable(parts, asked)),
      request,
      close(answer) {
        if (answer === undefined) return;
        parts.journal.emit({ type: "context_usage", ...contextUsage(answer.message.usage, info.contextWindow) });
      },
    };
  },
});

const repairable = ({ log, journal, project }: RequestParts, asked: ProjectionRequest): RepairableHistory => ({
  get path() {
    return log.path;
  },
  messages: (without) => project(log.path, without === undefined ? asked : { ...asked, without }),
  trace: ({ message, part }) => project.trace(log.path, message, part),
  async quarantine(items, reason) {
    await waitForAll(items.map((item) => journal.append<RepairEntry>({ type: "repair", ...item, reason })));
  },
  tell: (event) => journal.emit(event),
});
