// A stage for S4: an orchestrator over one session, whose model answers from a script.
import { fixedModels, type Model, scriptedModel } from "coxswain";
import { Orchestrator } from "coxswain/facades";
import { type ScriptedModel } from "coxswain/providers";
import { openSession, type Stage } from "../scene.ts";

export const openOrchestrator = async (stage: Parameters<typeof openSession>[0] & { readonly others?: readonly Model[] } = {}) => {
  const { others = [], ...rest } = stage;
  const known = (scripted: ScriptedModel) => fixedModels(scripted, ...others);
  const opened = await openSession({ models: known, ...rest } satisfies Stage);
  const agent = new Orchestrator({ runtime: opened.runtime, models: known(opened.model), model: opened.model.info.reference });
  return { ...opened, agent, id: opened.session.id };
};

/** A model of another name. */
export const namedModel = (id: string, ...script: Parameters<typeof scriptedModel>[0] & readonly unknown[]): ScriptedModel =>
  scriptedModel(script, { info: { reference: `test/${id}`, provider: "test", id } });
