import { createHash } from "node:crypto";
import { asRecord } from "../base/index.ts";
import { cleanLine, cleanText } from "../workspace/index.ts";
import { cleanSchema } from "./clean-schema.ts";
import { invalidHeaderParameter } from "./header-parameters.ts";
import type { McpManifest, McpPromptInfo, McpResourceInfo, McpToolInfo } from "./types.ts";

/** Answers of a server, not validated. */
export interface RawManifest {
  readonly era: McpManifest["era"];
  readonly server: unknown;
  readonly instructions: unknown;
  readonly tools: readonly unknown[];
  readonly prompts: readonly unknown[];
  readonly resources: readonly unknown[];
  /** Problems of the lists. */
  readonly problems: readonly string[];
}

export const MANIFEST_LIMITS = { tools: 1000, prompts: 500, resources: 1000, description: 2000, problems: 20 } as const;

/** Names that requests can use and people can distinguish: no spaces, no control or hidden characters. U+2800 is blank. */
const NAME = /^(?:(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{M}\p{N}\p{P}\p{S}]){1,128}$/u;

/** Validates and cleans what a server offers. Invalid parts are skipped and reported as problems. */
export const cleanManifest = (raw: RawManifest): McpManifest => {
  const problems: string[] = [...raw.problems];
  const { title, name, version } = asRecord(raw.server);
  const tools = distinct("tool", raw.tools, MANIFEST_LIMITS.tools, (value) => cleanTool(value, raw.era, problems), problems);
  const prompts = distinct("prompt", raw.prompts, MANIFEST_LIMITS.prompts, cleanPrompt, problems);
  const contents = {
    ...optional("title", line(title) ?? line(name)),
    ...optional("version", line(version)),
    ...optional("instructions", text(raw.instructions)),
    tools: tools.toSorted(byName),
    prompts: prompts.toSorted(byName),
    resources: cleanResources(raw.resources, problems),
    problems: summarize(problems),
  };
  return { hash: hashOf(contents), era: raw.era, ...contents };
};

/** Returns whether a manifest is as `cleanManifest` returned it. */
export const isIntactManifest = (manifest: McpManifest): boolean => {
  const { hash, era, ...contents } = manifest;
  return (era === "legacy" || era === "modern") && hash === hashOf(contents);
};

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

const optional = <Name extends string, Value>(name: Name, value: Value | undefined): { readonly [N in Name]?: Value } =>
  value === undefined ? {} : ({ [name]: value } as { readonly [N in Name]?: Value });

const shownName = (name: unknown): string => (typeof name === "string" ? cleanLine(name, 80) : "without a name");

const line = (value: unknown): string | undefined => nonEmpty(typeof value === "string" ? cleanLine(value, 200) : "");

const text = (value: unknown): string | undefined =>
  nonEmpty(typeof value === "string" ? cleanText(value, MANIFEST_LIMITS.description) : "");

const nonEmpty = (value: string): string | undefined => (value === "" ? undefined : value);

/** A cleaned part, or the reason why it is invalid. */
type Cleaned<Part> = Part | { readonly invalid: string };

const isInvalid = <Part>(part: Cleaned<Part>): part is { readonly invalid: string } =>
  typeof part === "object" && part !== null && "invalid" in part;

/** Cleans the parts, and skips invalid ones and those whose name looks like an earlier one. */
const distinct = <Part extends { readonly name: string }>(
  kind: string,
  raw: readonly unknown[],
  limit: number,
  clean: (value: unknown) => Cleaned<Part>,
  problems: string[],
): readonly Part[] => {
  const parts = new Map<string, Part>();
  for (const value of raw.slice(0, limit)) {
    const part = clean(value);
    const shown = shownName(asRecord(value).name);
    if (isInvalid(part)) problems.push(`Skipped ${kind} ${shown}: ${part.invalid}.`);
    else if (parts.has(part.name.normalize("NFKC"))) problems.push(`Skipped ${kind} ${shown}: another one has this name.`);
    else parts.set(part.name.normalize("NFKC"), part);
  }
  if (raw.length > limit) problems.push(`Skipped ${raw.length - limit} ${kind}s: at most ${limit} are used.`);
  return [...parts.values()];
};

const cleanTool = (value: unknown, era: McpManifest["era"], problems: string[]): Cleaned<McpToolInfo> => {
  const { name, title, description, inputSchema, outputSchema, annotations } = asRecord(value);
  if (typeof name !== "string" || !NAME.test(name)) return { invalid: "its name is invalid" };
  const input = cleanSchema(inputSchema);
  if (typeof input === "string") return { invalid: `its input schema ${input}` };
  const misplaced = era === "modern" ? invalidHeaderParameter(input) : undefined;
  if (misplaced !== undefined) return { invalid: misplaced };
  const output = outputSchema === undefined ? undefined : cleanSchema(outputSchema, { anyType: true });
  if (typeof output === "string") problems.push(`Ignored the output schema of ${name}: it ${output}.`);
  if (typeof description === "string" && description.length > MANIFEST_LIMITS.description)
    problems.push(`Cut the description of ${name} to ${MANIFEST_LIMITS.description} characters.`);
  const { readOnlyHint, destructiveHint } = asRecord(annotations);
  const identity = {
    description: text(description) ?? "",
    inputSchema: input,
    ...optional("outputSchema", typeof output === "object" ? output : undefined),
    ...optional("readOnlyHint", typeof readOnlyHint === "boolean" ? readOnlyHint : undefined),
    ...optional("destructiveHint", typeof destructiveHint === "boolean" ? destructiveHint : undefined),
  };
  return { name, ...optional("title", line(title) ?? line(asRecord(annotations).title)), ...identity, hash: hashOf(identity) };
};

const cleanPrompt = (value: unknown): Cleaned<McpPromptInfo> => {
  const { name, description, arguments: list } = asRecord(value);
  if (typeof name !== "string" || !NAME.test(name)) return { invalid: "its name is invalid" };
  const cleaned = (Array.isArray(list) ? list : []).slice(0, 50).map((argument: unknown) => {
    const fields = asRecord(argument);
    return {
      name: typeof fields.name === "string" ? fields.name : "",
      ...optional("description", text(fields.description)),
      required: fields.required === true,
    };
  });
  const bad = cleaned.some((argument) => !NAME.test(argument.name));
  return bad ? { invalid: "an argument's name is invalid" } : { name, ...optional("description", text(description)), arguments: cleaned };
};

const cleanResources = (raw: readonly unknown[], problems: string[]): readonly McpResourceInfo[] => {
  const resources = new Map<string, McpResourceInfo>();
  for (const value of raw.slice(0, MANIFEST_LIMITS.resources)) {
    const { uri, name, title, description, mimeType } = asRecord(value);
    if (typeof uri !== "string" || uri === "" || uri.length > 2000 || cleanLine(uri, 2000) !== uri)
      problems.push(`Skipped resource ${shownName(uri)}: its URI is invalid.`);
    else if (!resources.has(uri))
      resources.set(uri, {
        uri,
        name: line(title) ?? line(name) ?? cleanLine(uri, 200),
        ...optional("description", text(description)),
        ...optional("mediaType", line(mimeType)),
      });
  }
  if (raw.length > MANIFEST_LIMITS.resources)
    problems.push(`Skipped ${raw.length - MANIFEST_LIMITS.resources} resources: at most ${MANIFEST_LIMITS.resources} are used.`);
  return [...resources.values()];
};

const summarize = (problems: readonly string[]): readonly string[] => {
  const shown = problems.slice(0, MANIFEST_LIMITS.problems).map((problem) => cleanLine(problem, 300));
  return problems.length > shown.length ? [...shown, `${problems.length - shown.length} more problems.`] : shown;
};

const hashOf = (value: unknown): string => createHash("sha256").update(canonical(value)).digest("hex");

/** JSON with sorted keys: a server may write the same schema in another order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
