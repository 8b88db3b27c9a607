// Set-up for S2: a coordinator over a scripted model.
import { fixedModels, scriptedModel } from "coxswain";
import { Coordinator, type CoordinatorConfig } from "coxswain/facades";
import { openStage, type Stage, SUMMARY } from "../scene.ts";

export const openCoordinator = (stage: Stage = {}, config: Partial<CoordinatorConfig> = {}) => {
  const opened = openStage({ models: (model) => fixedModels(model, other, small), ...stage });
  const models = { large: opened.model.info.reference, small: small.info.reference };
  const coordinator = new Coordinator({ runtime: opened.runtime, models, cwd: "/", ...config });
  return { ...opened, coordinator };
};

const other = scriptedModel(() => "from the other", { info: { reference: "scripted/other", id: "other" } });
const small = scriptedModel(() => SUMMARY, { info: { reference: "scripted/small", id: "small" } });
