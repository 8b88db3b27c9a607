import type { ModelInfo } from "coxswain";
import { localServers, type ModelEntry, type Price, THINKING_LEVELS } from "coxswain/providers";
import { configure, chooseModel, type Configuration, userSessions, namedModel } from "../configuration/index.ts";
import type { CommandArguments, MODELS } from "../commands/index.ts";
import { jsonLine, columns, escapeLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";
import { sessionChoice } from "../sessions/index.ts";

/** `cox models`. */
export const modelsAction = async (
  { values, positionals }: CommandArguments<typeof MODELS>,
  context: ProcessContext,
): Promise<ExitCode> => {
  const { env, cwd, stdout, stderr } = context;
  const listed = await knownModels(await configure({ env, cwd }), context);
  const matching = exactMatch(listed, positionals) ?? listed.filter(matchesAll(positionals));
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
  const terms = words.map((word) => word.toLowerCase());
  return ({ info }) => {
    const text = `${info.reference} ${info.name}`.toLowerCase();
    return terms.every((word) => text.includes(word));
  };
};

/** `default`: used when none is named; `small`: its small model; `latest`: used in the folder's latest session. */
type Mark = "default" | "small" | "latest";

interface MarkedModel extends ModelEntry {
  readonly marks: readonly Mark[];
}

/** All known models, those of local servers first. */
const knownModels = async (configuration: Configuration, context: ProcessContext): Promise<readonly MarkedModel[]> => {
  const { models } = configuration;
  const { env } = context;
  const [listed, servers, defaultReference, latest] = await Promise.all([
    models.list(),
    localServers({ env }),
    referenceOf(chooseModel(configuration)),
    latestModel(context),
  ]);
  const small = defaultReference === undefined ? undefined : await smallModelFor(defaultReference, configuration);
  const local = servers.flatMap((server) => server.models.map((info): ModelEntry => ({ info, available: true })));
  const all = [...local, ...listed.filter(({ info }) => !local.some((one) => one.info.reference === info.reference))];
  const marked: readonly (readonly [Mark, string | undefined])[] = [
    ["default", defaultReference],
    ["small", small],
    ["latest", latest],
  ];
  return all.map((entry) => ({
    ...entry,
    marks: marked.flatMap(([mark, reference]) => (reference === entry.info.reference ? [mark] : [])),
  }));
};

const smallModelFor = (defaultReference: string, configuration: Configuration): Promise<string | undefined> => {
  const { models, settings } = configuration;
  if (settings.smallModel !== undefined) return referenceOf(namedModel(configuration, settings.smallModel));
  return Promise.resolve(models.smallFor?.(defaultReference));
};

/** Undefined if there is none, or if the settings name an unavailable one, which a task reports. */
const referenceOf = async (choosing: Promise<{ readonly reference: string }>): Promise<string | undefined> => {
  try {
    return (await choosing).reference;
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
};

const latestModel = async (context: ProcessContext): Promise<string | undefined> => {
  const [latest] = await userSessions(context).list({ ...sessionChoice({}, context.cwd), limit: 1 });
  return latest?.model;
};

/** Models below the names of their providers, in lines of 80 characters where their names allow it. */
export const modelTable = (models: readonly MarkedModel[]): string =>
  [...Map.groupBy(models, ({ info }) => info.provider)].map(([provider, own]) => `${heading(provider, own)}\n${rows(own)}`).join("\n");

const heading = (provider: string, models: readonly MarkedModel[]): string =>
  `${escapeLine(provider)}${models.some(({ available }) => available) ? "" : " (no key)"}`;

/** Context window and price. */
const NUMERIC_COLUMNS = [1, 2];

const rows = (models: readonly MarkedModel[]): string =>
  columns(
    models.map(({ info, marks }) => [
      `  ${escapeLine(info.id)}`,
      formatTokens(info.contextWindow),
      formatPrice(info.price),
      info.vision ? "images" : "",
      [formatLevels(info), ...marks.map((mark) => `<- ${mark}`)].filter((text) => text !== "").join("  "),
    ]),
    NUMERIC_COLUMNS,
  );

/** Every known property of one model. */
export const modelDetails = ({ info, available, marks }: MarkedModel): string => {
  const { reference, name, contextWindow, maxOutput, vision, thinking, price } = info;
  const properties: readonly (readonly [string, string | undefined])[] = [
    ["name", escapeLine(name)],
    ["window", contextWindow === undefined ? "unknown" : `${figure(contextWindow)} tokens`],
    ["response", maxOutput === undefined ? "unknown" : `${figure(maxOutput)} tokens at most`],
    ["images", vision ? "yes" : "no"],
    ["thinking", thinking.length === 0 ? "no known levels" : thinking.join(", ")],
    ["price", price === undefined ? "unknown" : `${priceText(price)}, per million tokens`],
    ...(price?.tiers ?? []).map(({ above, ...tierPrice }): readonly [string, string] => [
      "",
      `for prompts of more than ${figure(above)} tokens ${priceText(tierPrice)}`,
    ]),
    ["marks", marks.length === 0 ? undefined : marks.join(", ")],
    ["key", available ? undefined : `none: cox auth set ${escapeLine(info.provider)}`],
  ];
  return `${escapeLine(reference)}\n${columns(properties.flatMap(([label, value]) => (value === undefined ? [] : [[`  ${label}`, value]])))}`;
};

const figure = (count: number): string => count.toLocaleString("en-US");

const priceText = ({ input, output, cacheRead, cacheWrite }: Omit<Price, "tiers">): string =>
  [
    `$${input} input`,
    `$${output} output`,
    ...(cacheRead === undefined ? [] : [`$${cacheRead} read from the cache`]),
    ...(cacheWrite === undefined ? [] : [`$${cacheWrite} written to it`]),
  ].join(", ");

/** Formats a number of tokens, as `200k` or `1M`; empty if it is unknown. */
export const formatTokens = (count: number | undefined): string => {
  if (count === undefined) return "";
  return count >= 950_000 ? `${Number((count / 1_000_000).toFixed(1))}M` : `${Math.round(count / 1000)}k`;
};

/** Formats USD per million tokens of input and output, as `$3/$15`; empty if they are unknown. */
export const formatPrice = (of: Price | undefined): string => (of === undefined ? "" : `$${round(of.input)}/$${round(of.output)}`);

/** Formats the supported thinking levels, as a range such as `low-xhigh` if there is no gap. */
export const formatLevels = ({ thinking }: Pick<ModelInfo, "thinking">): string => {
  const indexes = THINKING_LEVELS.flatMap((level, at) => (thinking.includes(level) ? [at] : []));
  const [first, last] = [indexes[0], indexes.at(-1)];
  if (first === undefined || last === undefined) return "";
  const gapless = last - first === indexes.length - 1 && indexes.length > 2;
  return gapless ? `${THINKING_LEVELS[first]}-${THINKING_LEVELS[last]}` : indexes.map((at) => THINKING_LEVELS[at]).join(",");
};

/** Removes floating-point noise of computed prices. */
const round = (amount: number): number => Number(amount.toFixed(4));
