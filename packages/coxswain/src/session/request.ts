import { maxOutputTokens, type Projection, type ToolSpecs } from "../context/index.ts";
import type { Log } from "../log/index.ts";
import type { Context } from "../loop/index.ts";
import { clampThinking } from "../model/index.ts";
import type { AfterTurn } from "./after-turn.ts";
import type { LiveRun } from "./live-run.ts";
import type { ModelSource } from "./model-source.ts";
import { branchState } from "./state.ts";
import type { ToolSet } from "./tool-set.ts";

export interface RequestParts {
  readonly log: Log;
  readonly run: LiveRun;
  readonly system: readonly string[];
  readonly tools: ToolSet;
  readonly specs: ToolSpecs;
  readonly project: Projection;
  readonly models: ModelSource;
  readonly afterTurn: AfterTurn;
}

/** The loop's context: what the session's log says now, as a request to the model that it names now. */
export const requestContext = ({ log, run, system, tools, specs, project, models, afterTurn }: RequestParts): Context => ({
  async prepare() {
    await afterTurn.settle();
    const { setup, model: reference, thinking } = log.view(branchState);
    const model = await models.get(reference);
    const { info } = model;
    const temperature = run.options.temperature ?? setup?.temperature;
    const request = {
      system,
      messages: project(log.path, { model: info, runId: run.id, reasoning: setup?.reasoning }),
      tools: specs(tools.list()),
      thinking: clampThinking(thinking, info.thinking),
      maxOutputTokens: maxOutputTokens({ call: run.options.maxOutputTokens, config: setup?.maxOutputTokens, model: info }),
      ...(temperature === undefined ? {} : { temperature }),
      sessionId: log.header.id,
    };
    return { model, request };
  },
});
