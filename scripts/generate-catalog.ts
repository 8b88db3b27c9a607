/**
 * Writes packages/coxswain/src/providers/catalog/*.json from the model data in the npm package @earendil-works/pi-ai.
 *
 *     node scripts/generate-catalog.ts [VERSION]
 */
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PACKAGE = "@earendil-works/pi-ai";
const DEFAULT_VERSION = "1.5.2";
const TARGET = join(import.meta.dirname, "../packages/coxswain/src/providers/catalog");

/** Our provider names, mapped to those of the package. */
const PROVIDERS: Readonly<Record<string, string>> = {
  anthropic: "anthropic",
  azure: "azure",
  bedrock: "amazon-bedrock",
  cerebras: "cerebras",
  deepseek: "deepseek",
  fireworks: "fireworks",
  google: "google",
  groq: "groq",
  mistral: "mistral",
  moonshot: "moonshotai",
  openai: "openai",
  openrouter: "openrouter",
  together: "together",
  vertex: "google-vertex",
  xai: "xai",
  zai: "zai",
};
/** Providers whose adapters map thinking levels to the names of each model. */
const OWN_LEVELS: ReadonlySet<string> = new Set(["anthropic", "azure", "bedrock", "google", "openai", "vertex"]);

interface SourcePrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

interface SourceModel {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly reasoning: boolean;
  readonly input: readonly string[];
  readonly cost: SourcePrice & { readonly tiers?: readonly (SourcePrice & { readonly inputTokensAbove: number })[] };
  readonly contextWindow?: number;
  readonly maxTokens?: number;
  readonly thinkingLevelMap?: Readonly<Record<string, string | null>>;
  readonly compat?: { readonly supportsReasoningEffort?: boolean };
}

type Source = Readonly<Record<string, Readonly<Record<string, SourceModel>>>>;

const trimmed = (provider: string, model: SourceModel): object => ({
  ...(model.name === model.id ? {} : { name: model.name }),
  ...(model.contextWindow ? { window: model.contextWindow } : {}),
  ...(model.maxTokens ? { output: model.maxTokens } : {}),
  ...(model.input.includes("image") ? { vision: true } : {}),
  ...(model.reasoning ? thinkingOf(provider, model) : {}),
  ...priceOf(provider, model),
});

/** Null means that a level is not available. The two highest levels exist only where they are named. */
const thinkingOf = (provider: string, { thinkingLevelMap: map = {}, compat }: SourceModel): object => {
  const own = OWN_LEVELS.has(provider);
  const toggle = compat?.supportsReasoningEffort === false;
  const names: Readonly<Record<string, string | null | undefined>> = {
    ...map,
    ...(typeof map["xhigh"] !== "string" && !own && typeof map["max"] === "string" ? { xhigh: map["max"] } : {}),
  };
  const offered = (level: string) => (level === "xhigh" ? typeof names["xhigh"] === "string" : names[level] !== null);
  const levels = toggle ? ["off", "high"].filter(offered) : ["off", "minimal", "low", "medium", "high", "xhigh"].filter(offered);
  const renamed = levels
    .filter((level) => typeof names[level] === "string" && names[level] !== level)
    .map((level) => [level, names[level]]);
  const efforts = own ? {} : Object.fromEntries(toggle ? [["high", ""]] : renamed);
  return { thinking: levels, ...(Object.keys(efforts).length === 0 ? {} : { efforts }) };
};

/** A price of 0 means an unknown price, except at OpenRouter, which has free models. */
const priceOf = (provider: string, { id, cost }: SourceModel): object => {
  const free = provider === "openrouter" && id.endsWith(":free");
  if (cost.input <= 0 && cost.output <= 0 && !free) return {};
  const price = ({ input, output, cacheRead, cacheWrite }: SourcePrice) => ({
    input,
    output,
    ...(cacheRead ? { cacheRead } : {}),
    ...(cacheWrite ? { cacheWrite } : {}),
  });
  const tiers = cost.tiers
    ?.toSorted((one, other) => one.inputTokensAbove - other.inputTokensAbove)
    .map((tier) => Object.assign({ above: tier.inputTokensAbove }, price(tier)));
  return { price: { ...price(cost), ...(tiers === undefined || tiers.length === 0 ? {} : { tiers }) } };
};

const catalogFile = (provider: string, source: Source, head: { readonly generatedAt: string; readonly source: string }): string => {
  const models = Object.values(source)
    .flatMap((group) => Object.values(group))
    .filter(({ id, type }) => type === "chat" && !id.endsWith(":batch"))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const lines = models.map((model) => `    ${JSON.stringify(model.id)}: ${JSON.stringify(trimmed(provider, model))}`);
  return `{\n  "generatedAt": ${JSON.stringify(head.generatedAt)},\n  "source": ${JSON.stringify(head.source)},\n  "models": {\n${lines.join(",\n")}\n  }\n}\n`;
};

const version = process.argv[2] ?? DEFAULT_VERSION;
const folder = await mkdtemp(join(tmpdir(), "catalog-"));
try {
  execFileSync("npm", ["pack", "--silent", `${PACKAGE}@${version}`], { cwd: folder, stdio: "inherit" });
  execFileSync("tar", ["xzf", `earendil-works-pi-ai-${version}.tgz`], { cwd: folder });
  const data = join(folder, "package/dist/providers/data");
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(data, name), "utf8"));
  const { generatedAt } = (await read(".manifest.json")) as { generatedAt: string };
  for (const [ours, theirs] of Object.entries(PROVIDERS)) {
    const text = catalogFile(ours, (await read(`${theirs}.json`)) as Source, { generatedAt, source: `${PACKAGE}@${version}` });
    await writeFile(join(TARGET, `${ours}.json`), text);
    console.log(`${ours}: ${text.length} bytes`);
  }
} finally {
  await rm(folder, { recursive: true });
}
