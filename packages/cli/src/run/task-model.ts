import { MissingApiKeyError, type Session, type Setup } from "coxswain";
import { type SessionChange } from "coxswain/session";
import { UsageError } from "../argv/index.ts";
import { chooseModel, type Configuration, CUSTOM, type ModelFlags, namedModel, thinkingNote } from "../configuration/index.ts";
import type { TaskValues } from "./task-values.ts";

/** Shows a line to the user. */
export type Warn = (line: string) => void;

/**
 * Resolves the models of a new session.
 * @throws errors of `chooseModel`
 */
export const modelSetup = async (
  configuration: Configuration,
  values: TaskValues,
  warn: Warn,
): Promise<Pick<Setup, "model" | "thinking" | "smallModel" | "fallbackModels">> => {
  const { settings, models } = configuration;
  const chosen = await chooseModel(configuration, modelFlags(values));
  const { info } = await models.get(chosen.reference);
  const requested = values.thinking ?? chosen.thinking;
  const thinking = requested ?? settings.thinking;
  const small = settings.smallModel === undefined ? undefined : await namedModel(configuration, settings.smallModel);
  const fallbacks = await Promise.all((settings.fallbackModels ?? []).map((text) => fallback(configuration, text)));
  for (const note of [
    ...chosen.notes,
    ...listOf(thinkingNote(requested, info)),
    ...(small?.notes ?? []),
    ...fallbacks.flatMap(({ notes }) => notes),
  ])
    warn(note);
  return {
    model: info.reference,
    ...(thinking === undefined ? {} : { thinking }),
    ...(small === undefined ? {} : { smallModel: small.reference }),
    ...(fallbacks.length === 0 ? {} : { fallbackModels: fallbacks.map(({ reference }) => reference) }),
  };
};

/** Returns the changes that the command line makes to the models of an existing session. @throws {UsageError} */
export const modelChange = async (
  { state }: Pick<Session, "state">,
  configuration: Configuration,
  values: TaskValues,
  warn: Warn,
): Promise<Pick<SessionChange, "model" | "thinking">> => {
  if (values.model === undefined && state.model.startsWith(`${CUSTOM}/`) && configuration.providers.custom?.[CUSTOM] === undefined) {
    throw new UsageError("this session used a model at --base-url URL. Add --base-url again, or choose another model with -m");
  }
  // A session whose log lost its first entry may have no model.
  const chosen = values.model === undefined && state.model !== "" ? undefined : await chooseModel(configuration, modelFlags(values));
  const thinking = values.thinking ?? chosen?.thinking;
  for (const note of chosen?.notes ?? []) warn(note);
  if (thinking !== undefined) {
    const { info } = await configuration.models.get(chosen?.reference ?? state.model);
    listOf(thinkingNote(thinking, info)).forEach(warn);
  }
  return { ...(chosen === undefined ? {} : { model: chosen.reference }), ...(thinking === undefined ? {} : { thinking }) };
};

const modelFlags = (values: TaskValues): ModelFlags => ({
  model: values.model,
  baseURL: values["base-url"],
  scope: values.models === undefined ? undefined : patternsIn(values.models),
});

const patternsIn = (list: string): readonly string[] =>
  list
    .split(",")
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");

/** Resolves a fallback model. A model without a key is accepted here; the run skips it. */
const fallback = async (configuration: Configuration, text: string) => {
  try {
    return await namedModel(configuration, text);
  } catch (error) {
    if (error instanceof MissingApiKeyError) return { reference: text, notes: [] };
    throw error;
  }
};

const listOf = (note: string | undefined): readonly string[] => (note === undefined ? [] : [note]);
