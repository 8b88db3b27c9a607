import { type ModelInfo, type Thinking } from "coxswain";
import { clampThinking, defaultModel, findModel, modelScope, servedAt } from "coxswain/providers";
import { redactKeys } from "../output/index.ts";
import { type Configuration, CUSTOM } from "./configure.ts";

/** No model was named, and neither a key nor a local server was found. */
export class NoModelError extends Error {
  override readonly name = "NoModelError";
  readonly code = "no_model";
}

/** Model options of the command line. */
export interface ModelFlags {
  readonly model?: string | undefined;
  readonly baseURL?: string | undefined;
  /** Model patterns. The first available match is selected. */
  readonly scope?: readonly string[] | undefined;
}

export interface ChosenModel {
  readonly reference: string;
  /** The thinking level given with the model's name. */
  readonly thinking?: Thinking;
  /** Notes about surprising parts of the choice, one line each. */
  readonly notes: readonly string[];
}

type ModelSources = Pick<Configuration, "settings" | "providers" | "models">;

/** Timeout in milliseconds for listing the models of a `--base-url` server. */
const LIST_TIMEOUT = 5000;

/**
 * Chooses the model: the named one, or the first one of the server at `--base-url`, or the first available one of a
 * scope, or the default of a provider with a key, or the first one of a local server.
 * @throws {NoModelError}
 * @throws {UnknownModelError}
 * @throws {MissingApiKeyError}
 */
export const chooseModel = async (configuration: ModelSources, flags: ModelFlags = {}): Promise<ChosenModel> => {
  const { settings, providers } = configuration;
  // The model in the settings belongs to another server.
  if (flags.baseURL !== undefined) return { reference: await customModel(flags.baseURL, flags.model), notes: [] };
  const named = flags.model ?? (flags.scope === undefined ? settings.model : undefined);
  if (named !== undefined) return namedModel(configuration, named);
  const scope = flags.scope ?? settings.scopedModels;
  const scoped = scope === undefined ? undefined : await firstAvailable(configuration, scope);
  if (scoped?.reference !== undefined) return { ...scoped, reference: scoped.reference };
  if (flags.scope !== undefined)
    throw new NoModelError(["None of the models in --models is available.", ...(scoped?.notes ?? [])].join(" "));
  const reference = await defaultModel(providers);
  if (reference !== undefined) return { reference, notes: scoped?.notes ?? [] };
  throw new NoModelError(
    "No model available. Set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, save a key with `cox auth set PROVIDER`, or start Ollama or LM Studio. `cox tour` needs no model. Run `cox doctor` for details.",
  );
};

/** Resolves a model name, with a note if it was not exact. */
export const namedModel = async ({ models }: Pick<Configuration, "models">, text: string): Promise<ChosenModel> => {
  const { info, exact, thinking } = await findModel(models, text);
  return {
    reference: info.reference,
    ...(thinking === undefined ? {} : { thinking }),
    notes: exact ? [] : [`using ${info.reference}`],
  };
};

/** Returns the note for a thinking level that the model does not support. */
export const thinkingNote = (requested: Thinking | undefined, { reference, thinking }: ModelInfo): string | undefined => {
  const supported = requested === undefined ? undefined : clampThinking(requested, thinking);
  if (requested === supported) return undefined;
  return thinking.length === 0
    ? `${reference} has no known thinking levels; using none`
    : `${reference} does not support thinking level ${requested}; using ${supported}`;
};

const firstAvailable = async (
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
  const server = await servedAt(CUSTOM, baseURL, { timeout: LIST_TIMEOUT });
  const [first] = server?.models ?? [];
  if (first !== undefined) return first.reference;
  throw new NoModelError(
    `The server at ${redactKeys(baseURL)} lists no models. Check that it is running and that the URL ends in /v1, or name a model with -m.`,
  );
};
