import { CHECKS, HOLDS_LIST, HOLDS_NAMED, HOLDS_ONE, patternProblem } from "./schema-keywords.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A value that should be a schema, and its location. */
interface Place {
  readonly at: string;
  readonly value: unknown;
}

/** The supported drafts. */
const DRAFT = /^https?:\/\/json-schema\.org\/(draft-0[467]|draft\/2019-09|draft\/2020-12)\/schema#?$/;

/**
 * Returns the first problem of a JSON Schema, in one line with its location. Undefined when it is valid. References
 * must stay within the schema: nothing is fetched. Unknown keywords are ignored.
 */
export const schemaProblem = (root: Fields): string | undefined => {
  const draft = root["$schema"];
  if (draft !== undefined && !(typeof draft === "string" && DRAFT.test(draft)))
    return `${JSON.stringify(draft)} is no draft that is known.`;
  const anchors = new Set<unknown>();
  const references: Place[] = [];
  // Iterative, because a schema can be nested as deeply as it is long.
  const open: Place[] = [{ at: "#", value: root }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { at, value } = place;
    if (typeof value === "boolean") continue;
    if (!isObject(value)) return `${at} is no schema.`;
    if (at !== "#" && value["$id"] !== undefined) return `${at} has an $id of its own; only the whole may have one.`;
    anchors.add(value["$anchor"]);
    if (value["$ref"] !== undefined) references.push({ at, value: value["$ref"] });
    for (const [keyword, said] of Object.entries(value)) {
      const problem = CHECKS[keyword]?.(said) ?? namesProblem(keyword, said);
      if (problem !== undefined) return `${at}/${keyword} ${problem}.`;
      open.push(...schemasIn(keyword, said, `${at}/${keyword}`));
    }
  }
  return references.map(({ at, value }) => referenceProblem(root, anchors, at, value)).find((problem) => problem !== undefined);
};

const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

const namesProblem = (keyword: string, said: unknown): string | undefined => {
  if (HOLDS_NAMED.has(keyword) && !isObject(said)) return "has to be an object";
  if (HOLDS_LIST.has(keyword) && !HOLDS_ONE.has(keyword) && !Array.isArray(said)) return "has to be a list";
  if (keyword !== "patternProperties" || !isObject(said)) return undefined;
  return Object.keys(said)
    .map(patternProblem)
    .find((problem) => problem !== undefined);
};

const schemasIn = (keyword: string, said: unknown, at: string): readonly Place[] => {
  if (HOLDS_LIST.has(keyword) && Array.isArray(said)) return said.map((value, index) => ({ at: `${at}/${index}`, value }));
  if (HOLDS_ONE.has(keyword)) return [{ at, value: said }];
  if (!HOLDS_NAMED.has(keyword) || !isObject(said)) return [];
  return Object.entries(said).map(([name, value]) => ({ at: `${at}/${name}`, value }));
};

const referenceProblem = (root: Fields, anchors: ReadonlySet<unknown>, at: string, reference: unknown): string | undefined => {
  if (typeof reference !== "string") return `${at}/$ref has to be a text.`;
  if (!reference.startsWith("#")) return `${at}/$ref leads to ${reference}, outside of it, and nothing is fetched; put it under $defs.`;
  const isThere = reference.startsWith("#/") ? isSchema(follow(root, reference)) : reference === "#" || anchors.has(reference.slice(1));
  return isThere ? undefined : `${at}/$ref leads to ${reference}, where there is no schema.`;
};

const isSchema = (value: unknown): boolean => typeof value === "boolean" || isObject(value);

const follow = (root: Fields, reference: string): unknown => {
  let value: unknown = root;
  for (const step of reference.slice(2).split("/")) {
    if (typeof value !== "object" || value === null) return undefined;
    const name = decoded(step).replaceAll("~1", "/").replaceAll("~0", "~");
    value = Object.hasOwn(value, name) ? (value as Fields)[name] : undefined;
  }
  return value;
};

const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
};
