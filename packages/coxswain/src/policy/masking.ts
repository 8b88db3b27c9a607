import { maskOf } from "../loop/index.ts";
import { MIN_TOKEN_LENGTH, TOKEN_SHAPES } from "./token-shapes.ts";

export interface MaskingOptions {
  /** Known secrets, such as the API keys of models. Those under 8 characters are not masked: they occur in other text. */
  readonly values?: readonly string[];
  /** Masks tokens with a known format in results of tools and commands. Default: true. */
  readonly shapes?: boolean;
}

/** Replaces secrets by masks. */
export interface Masking {
  /** For any text: masks known values. */
  readonly text: (text: string) => string;
  /** For results of tools and commands: also masks tokens with a known format. */
  readonly foreignText: (text: string) => string;
}

/**
 * Creates a masking. Messages of the user and the model lose only known values: a token in them is meant to be used.
 */
export const masking = ({ values = [], shapes = true }: MaskingOptions = {}): Masking => {
  const secrets = longestFirst(values);
  const text = (unmasked: string): string => {
    let masked = unmasked;
    for (const value of secrets) masked = masked.replaceAll(value, KEY_MASK);
    return masked;
  };
  return { text, foreignText: shapes ? (unmasked) => maskShapes(text(unmasked)) : text };
};

const KEY_MASK = maskOf("key");
const MIN_SECRET_LENGTH = 8;

/** One secret may contain another. */
const longestFirst = (values: readonly string[]): readonly string[] =>
  [...new Set(values)].filter(({ length }) => length >= MIN_SECRET_LENGTH).toSorted((one, other) => other.length - one.length);

const maskShapes = (text: string): string => {
  if (text.length < MIN_TOKEN_LENGTH) return text;
  let masked = text;
  for (const { kind, sign, pattern } of TOKEN_SHAPES) {
    if (sign !== undefined && !masked.includes(sign)) continue;
    masked = masked.replace(pattern, (_, prefix: unknown) => (typeof prefix === "string" ? prefix : "") + maskOf(kind));
  }
  return masked;
};

/** Names of variables that contain a secret, not its location or owner. */
const SECRET_NAMES = /(?:^|_)(?:API_?KEY|ACCESS_KEY|SECRET_?KEY|PRIVATE_KEY|AUTHTOKEN|TOKEN|PAT|SECRET|PASSWORD|PASSWD|PASSPHRASE)$/i;

/** Paths, URLs, words and numbers. Masking them would change text that has nothing to do with the secret. */
const NOT_SECRET = /^(?:[/~.]|[a-z]+:\/\/)|\s|^[a-z]+$|^\d+$/i;
const MIN_VARIABLE_LENGTH = 12;

/** The recognizable secrets in an environment. */
export const secretValues = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => {
    const text = value?.trim() ?? "";
    return SECRET_NAMES.test(name) && text.length >= MIN_VARIABLE_LENGTH && !NOT_SECRET.test(text) ? [text] : [];
  });
