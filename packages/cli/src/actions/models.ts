import { configure } from "../configuration/index.ts";
import type { CommandArguments, MODELS } from "../commands/index.ts";
import { jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { knownModels, type MarkedModel } from "./known-models.ts";
import { modelDetails } from "./model-details.ts";
import { modelTable } from "./model-table.ts";

/** `cox models`. */
export const modelsAction = async (
  { values, positionals }: CommandArguments<typeof MODELS>,
  surroundings: ProcessContext,
): Promise<ExitCode> => {
  const { env, cwd, stdout, stderr } = surroundings;
  const known = await knownModels(await configure({ env, cwd }), surroundings);
  const matching = exactMatch(known, positionals) ?? known.filter(matchesAll(positionals));
  const shown = values.all === true || matching.length === 1 ? matching : matching.filter(({ available }) => available);
  const [only, ...others] = shown;
  if (values.json === true) for (const { info, ...rest } of shown) stdout.write(jsonLine({ ...info, ...rest }));
  else if (only !== undefined && others.length === 0) stdout.write(modelDetails(only));
  else if (shown.length > 0) stdout.write(modelTable(shown));
  const hidden = matching.length - shown.length;
  if (hidden > 0) stderr.write(`${hidden} more from providers without a key. Use --all to show them.\n`);
  else if (shown.length === 0) stderr.write("No matching model in the catalog. Use any other model as provider/model.\n");
  return EXIT.done;
};

/** The one model of a whole name. */
const exactMatch = (models: readonly MarkedModel[], [name, ...more]: readonly string[]): readonly MarkedModel[] | undefined => {
  const found = more.length > 0 ? undefined : models.find(({ info }) => info.reference === name);
  return found === undefined ? undefined : [found];
};

/** With each of the words in its reference or its name. */
const matchesAll = (words: readonly string[]): ((model: MarkedModel) => boolean) => {
  const wanted = words.map((word) => word.toLowerCase());
  return ({ info }) => {
    const text = `${info.reference} ${info.name}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
};
