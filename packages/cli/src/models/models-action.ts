import type { Arguments } from "../argv/index.ts";
import { configure } from "../configuration/index.ts";
import type { MODELS_OPTIONS } from "../options/index.ts";
import { jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { knownModels, type MarkedModel } from "./known-models.ts";
import { modelDetails } from "./model-details.ts";
import { modelTable } from "./model-table.ts";

/** `cox models`. */
export const modelsAction = async (
  { values, positionals }: Arguments<typeof MODELS_OPTIONS>,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const { env, cwd, stdout, stderr } = surroundings;
  const known = await knownModels(await configure({ env, cwd }), surroundings);
  const matching = named(known, positionals) ?? known.filter(matches(positionals));
  const shown = values.all === true || matching.length === 1 ? matching : matching.filter(({ available }) => available);
  const [only, ...others] = shown;
  if (values.json === true) for (const { info, ...rest } of shown) stdout.write(jsonLine({ ...info, ...rest }));
  else if (only !== undefined && others.length === 0) stdout.write(modelDetails(only));
  else if (shown.length > 0) stdout.write(modelTable(shown));
  const hidden = matching.length - shown.length;
  if (hidden > 0) stderr.write(`${hidden} more of providers that there is no key for: --all shows them.\n`);
  else if (shown.length === 0)
    stderr.write("There is no such model in the catalog; one that it lacks can still be asked as provider/model.\n");
  return EXIT.done;
};

/** The one model of a whole name. */
const named = (models: readonly MarkedModel[], [name, ...more]: readonly string[]): readonly MarkedModel[] | undefined => {
  const found = more.length > 0 ? undefined : models.find(({ info }) => info.reference === name);
  return found === undefined ? undefined : [found];
};

/** With each of the words in its reference or its name. */
const matches = (words: readonly string[]): ((model: MarkedModel) => boolean) => {
  const wanted = words.map((word) => word.toLowerCase());
  return ({ info }) => {
    const text = `${info.reference} ${info.name}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
};
