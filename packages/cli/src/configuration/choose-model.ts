import { defaultModel, servedAt } from "coxswain";
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
}

/** Milliseconds that a server named by the person may take to list its models. */
const LISTING = 5000;

/**
 * The reference of the model to ask: the one that was named, else what the server at `--base-url` serves first, else the
 * default of a provider that there is a key for, else what a server on this machine serves first.
 * @throws {NoModelError}
 */
export const chooseModel = async ({ settings, providers }: Configuration, said: ModelFlags = {}): Promise<string> => {
  // What is named in the settings is a model of another server.
  if (said.baseURL !== undefined) return customModel(said.baseURL, said.model);
  const model = said.model ?? settings.model ?? (await defaultModel(providers));
  if (model !== undefined) return model;
  throw new NoModelError(
    "There is no model to ask: set ANTHROPIC_API_KEY, OPENAI_API_KEY or GEMINI_API_KEY, or start Ollama or LM Studio. `cox tour` needs neither, and `cox doctor` says what was looked for.",
  );
};

const customModel = async (baseURL: string, named: string | undefined): Promise<string> => {
  if (named !== undefined) return named.startsWith(`${CUSTOM}/`) ? named : `${CUSTOM}/${named}`;
  const server = await servedAt(CUSTOM, baseURL, { timeout: LISTING });
  const [first] = server?.models ?? [];
  if (first !== undefined) return first.reference;
  throw new NoModelError(
    `Nothing at ${baseURL} says which models there are: check that a server runs there and that the URL goes up to /v1, or name a model with -m.`,
  );
};
