// Set-up for S4: an orchestrator over one session with a scripted model.
import { fixedModels, type Model, scriptedModel } from "coxswain";
import { Orchestrator } from "coxswain/facades";
import { type ScriptedModel } from "coxswain/providers";
import { openSession, type Stage } from "../scene.ts";

export const openOrchestrator = async (stage: Parameters<typeof openSession>[0] & { readonly others?: readonly Model[] } = {}) => {
  const { others = [], ...rest } = stage;
  const modelsWith = (scripted: ScriptedModel) => fixedModels(scripted, ...others);
  const opened = await openSession({ models: modelsWith, ...rest } satisfies Stage);
  const agent = new Orchestrator({ runtime: opened.runtime, models: modelsWith(opened.model), model: opened.model.info.reference });
  return { ...opened, agent, id: opened.session.id };
};

/** Resolves once the session has a run. Lets timers fire meanwhile, so that a test that waits in vain times out. */
export const untilBusy = async ({ agent, id }: { readonly agent: Orchestrator; readonly id: string }): Promise<void> => {
  while (!(await agent.isSessionBusy(id))) await new Promise((resolve) => setImmediate(resolve));
};

/** A scripted model with the name `test/ID`. */
export const namedModel = (id: string, ...script: Parameters<typeof scriptedModel>[0] & readonly unknown[]): ScriptedModel =>
  scriptedModel(script, { info: { reference: `test/${id}`, provider: "test", id } });
