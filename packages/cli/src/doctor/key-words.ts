import type { KeySource } from "../auth/index.ts";

/** Where a key comes from; never the key. */
export const inWords = (source: Exclude<KeySource, { readonly from: "nowhere" }>): string => {
  switch (source.from) {
    case "environment":
      return source.variable;
    case "file":
      return "kept in the file of keys";
    case "cloud":
      return "the cloud's own credentials";
  }
};
