import { maskOf } from "../../loop/index.ts";
import { SHORTEST_TOKEN, TOKEN_SHAPES } from "./token-shapes.ts";

export interface MaskingOptions {
  /** Secrets that are known, as the keys that models are reached with. Shorter ones than 8 characters are not masked: they stand elsewhere, too. */
  readonly values?: readonly string[];
  /** Whether what tools and commands bring is searched for tokens that have a shape of their own. Default: true. */
  readonly shapes?: boolean;
}

/** What puts masks in the place of secrets. */
export interface Masking {
  /** For any text: masks the secrets that are known by value. */
  readonly text: (text: string) => string;
  /** For what tools and commands bring: tokens that are known by their shape as well. */
  readonly foreignText: (text: string) => string;
}

/**
 * Makes a masking. A person's own words and the model's lose only the secrets that are known by value: who writes a token
 * there means it to be used.
 */
export const masking = ({ values = [], shapes = true }: MaskingOptions = {}): Masking => {
  const known = longestFirst(values);
  const text = (given: string): string => {
    let masked = given;
    for (const value of known) masked = masked.replaceAll(value, KNOWN);
    return masked;
  };
  return { text, foreignText: shapes ? (given) => maskShapes(text(given)) : text };
};

const KNOWN = maskOf("key");
const SHORTEST = 8;

/** One may hold another. */
const longestFirst = (values: readonly string[]): readonly string[] =>
  [...new Set(values)].filter(({ length }) => length >= SHORTEST).toSorted((one, other) => other.length - one.length);

const maskShapes = (text: string): string => {
  if (text.length < SHORTEST_TOKEN) return text;
  let masked = text;
  for (const { kind, sign, pattern } of TOKEN_SHAPES) {
    if (sign !== undefined && !masked.includes(sign)) continue;
    masked = masked.replace(pattern, (_, kept: unknown) => (typeof kept === "string" ? kept : "") + maskOf(kind));
  }
  return masked;
};
