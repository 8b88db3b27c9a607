import { type Setup } from "coxswain";
import { BUILT_IN_PROVIDERS } from "coxswain/providers";
import type { Configuration } from "../configuration/index.ts";
import type { TaskValues } from "./task-values.ts";

/**
 * Whether a new session is to have a title thought of: one that nobody looks for is not. A server of a person's own would
 * answer the title with the model that works, and lose its cache to it, so there the person has to ask for titles.
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
