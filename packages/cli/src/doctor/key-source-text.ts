import type { KeySource } from "../auth/index.ts";

/** Describes the source of a key, never the key. */
export const keySourceText = (source: Exclude<KeySource, { readonly from: "nowhere" }>): string => {
  switch (source.from) {
    case "environment":
      return source.variable;
    case "file":
      return "stored in the credentials file";
    case "cloud":
      return "cloud credentials";
  }
};
