import type { Draft, Entry } from "../../log/index.ts";
import { maskOf, type MessageEntry } from "../../loop/index.ts";
import { mapStrings } from "./map-strings.ts";
import { TOKEN_SHAPES } from "./token-shapes.ts";

export interface MaskingOptions {
  /** Secrets that are known, as the keys that models are reached with: masked wherever they stand. Shorter ones than 8 characters are not. */
  readonly values?: readonly string[];
  /** Whether what tools and commands bring is searched for tokens that have a shape of their own. Default: true. */
  readonly shapes?: boolean;
}

/** A fact as it may be kept. */
export type Masking = <E extends Entry>(draft: Draft<E>) => Draft<E>;

/**
 * Keeps secrets out of the log, and so out of all that is made of it. A person's own words and the model's lose only the
 * secrets that are known by value: who writes a token there means it to be used.
 */
export const masking = ({ values = [], shapes = true }: MaskingOptions = {}): Masking => {
  const known = longestFirst(values);
  const maskKnown = (text: string): string => known.reduce((masked, value) => masked.replaceAll(value, KNOWN), text);
  const maskAll = (text: string): string => maskShapes(maskKnown(text));
  return (draft) => {
    if (shapes && isForeign(draft)) return mapStrings(draft, maskAll) as typeof draft;
    return known.length === 0 ? draft : (mapStrings(draft, maskKnown) as typeof draft);
  };
};

const KNOWN = maskOf("key");
/** Shorter values stand elsewhere, too. */
const SHORTEST = 8;

/** One may hold another. */
const longestFirst = (values: readonly string[]): readonly string[] =>
  [...new Set(values)].filter(({ length }) => length >= SHORTEST).toSorted((one, other) => other.length - one.length);

/** Whether it is what a tool or a command brought. */
const isForeign = (draft: Draft): boolean =>
  draft.type === "shell" || (draft.type === "message" && (draft as Draft<MessageEntry>).message.role === "tool");

const maskShapes = (text: string): string => {
  let masked = text;
  for (const { kind, sign, pattern } of TOKEN_SHAPES) {
    if (sign !== undefined && !masked.includes(sign)) continue;
    masked = masked.replace(pattern, (_, kept: unknown) => (typeof kept === "string" ? kept : "") + maskOf(kind));
  }
  return masked;
};
