import { type ModelInfo, type Thinking } from "coxswain";
import { clampThinking, defaultModel, findModel, modelScope, servedAt } from "coxswain/providers";
import { withoutSecrets } from "../output/index.ts";
import { type Configuration, CUSTOM } from "./configure.ts";

/** There is neither a key nor a server on this machine, and no model was named. */
export class NoModelError extends Error {
  override readonly name = "NoModelError";
  readonly code = "no_model";
}

/** What the command line says of the model. */
export interface ModelFlags {
  readonly model?: string | undefined;
  readonly baseURL?: string | undefined;
  /** Patterns of models, of which the first that can be asked is taken. */
  readonly scope?: readonly string[] | undefined;
}

export interface ChosenModel {
  readonly reference: string;
  /** The level that was said with its name. */
  readonly thinking?: Thinking;
  /** What of the choice a person would not expect, a line each. */
  readonly notes: readonly string[];
}

type ModelSources = Pick<Configuration, "settings" | "providers" | "models">;

/** Milliseconds that a server named by the person may take to list its models. */
const LISTING = 5000;

/**
 * The model to ask: the one that was named, else what the server at `--base-url` serves first, else the first of a scope,
 * else the default of a provider that there is a key for, else what a server on this machine serves first.
 * @throws {NoModelError}
 * @throws {UnknownModelError}
 * @throws {MissingApiKeyError}
 */
export const chooseModel = async (configuration: ModelSources, said: ModelFlags = {}): Promise<ChosenModel> => {
  const { settings, providers } = configuration;
  // What is named in the settings is a model of another server.
  if (said.baseURL !== undefined) return { reference: await customModel(said.baseURL, said.model), notes: [] };
  const named = said.model ?? (said.scope === undefined ? settings.model : undefined);
  if (named !== undefined) return namedModel(configuration, named);
  const scope = said.scope ?? settings.scopedModels;
  const scoped = scope === undefined ? undefined : await firstOf(configuration, scope);
  if (scoped?.reference !== undefined) return { ...scoped, reference: scoped.reference };
  if (said.scope !== undefined)
    throw new NoModelError(["None of the models in --models is available.", ...(scoped?.notes ?? [])].join(" "));
  const reference = await defaultModel(providers);
  if (reference !== undefined) return { reference, notes: scoped?.notes ?? [] };
  throw new NoModelError(
    "No model available. Set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, save a key with `cox auth set PROVIDER`, or start Ollama or LM Studio. `cox tour` needs no model; `cox doctor` shows what was checked.",
  );
};

/** The model that a person means, with a note where that is not what they wrote. */
export const namedModel = async ({ models }: Pick<Configuration, "models">, text: string): Promise<ChosenModel> => {
  const { info, exact, thinking } = await findModel(models, text);
  return {
    reference: info.reference,
    ...(thinking === undefined ? {} : { thinking }),
    notes: exact ? [] : [`using ${info.reference}`],
  };
};

/** What a person is told when a model has not the level of thinking that they said. */
export const thinkingNote = (wanted: Thinking | undefined, { reference, thinking }: ModelInfo): string | undefined => {
  const taken = wanted === undefined ? undefined : clampThinking(wanted, thinking);
  if (wanted === taken) return undefined;
  return thinking.length === 0
    ? `${reference} has no known thinking levels; using none`
    : `${reference} does not support thinking level ${wanted}; using ${taken}`;
};

const firstOf = async (
  { models }: Pick<Configuration, "models">,
  patterns: readonly string[],
): Promise<Omit<ChosenModel, "reference"> & { readonly reference?: string }> => {
  const { models: scoped, problems } = await modelScope(models, patterns);
  const [first] = scoped;
  if (first === undefined) return { notes: problems };
  const { info, ...rest } = first;
  return { reference: info.reference, ...rest, notes: problems };
};

const customModel = async (baseURL: string, named: string | undefined): Promise<string> => {
  if (named !== undefined) return named.startsWith(`${CUSTOM}/`) ? named : `${CUSTOM}/${named}`;
  const server = await servedAt(CUSTOM, baseURL, { timeout: LISTING });
  const [first] = server?.models ?? [];
  if (first !== undefined) return first.reference;
  throw new NoModelError(
    `The server at ${withoutSecrets(baseURL)} lists no models. Check that it is running and that the URL ends in /v1, or name a model with -m.`,
  );
};
