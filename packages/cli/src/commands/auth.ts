import type { CommandDeclaration } from "./declaration.ts";

export const AUTH = {
  summary: "Show, save and check provider keys.",
  usage: ["cox auth [list]", "cox auth set PROVIDER [--check]", "cox auth remove PROVIDER", "cox auth check [PROVIDER ...]"],
  about: "Keys are stored in a file that only you can read, and are never shown. An environment variable overrides a stored key.",
  lists: {
    Actions: {
      list: "Show the source of each provider's key.",
      set: "Save a key, typed at a hidden prompt or piped in.",
      remove: "Remove a stored key.",
      check: "Check the keys of the named providers, or all, with one request each. Exit code 1 if one is not accepted.",
    },
  },
  options: {
    check: { help: "With set: check the key with the provider first, and save it only if it is accepted." },
    json: { help: "With list and check: print one JSON object per line." },
  },
} as const satisfies CommandDeclaration;
