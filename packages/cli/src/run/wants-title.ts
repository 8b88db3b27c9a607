import { type Setup } from "coxswain";
import { BUILT_IN_PROVIDERS } from "coxswain/providers";
import type { Configuration } from "../configuration/index.ts";
import type { TaskValues } from "./task-values.ts";

/**
 * Returns whether to generate a title for a new session. Sessions that are not saved get none. A local server would
 * generate it with the working model and lose its prompt cache, so titles are off there by default.
 */
export const wantsTitle = (
  { settings }: Pick<Configuration, "settings">,
  { model, smallModel }: Pick<Setup, "model" | "smallModel">,
  values: Pick<TaskValues, "no-session">,
): boolean => {
  if (values["no-session"] === true) return false;
  return settings.titles ?? (smallModel !== undefined || !isOwnServer(model.slice(0, model.indexOf("/"))));
};

const isOwnServer = (provider: string): boolean => {
  const known = BUILT_IN_PROVIDERS.find(({ name }) => name === provider);
  return known === undefined || known.local === true;
};
