import { type BuiltinToolsOptions, SEARCH_PROVIDERS, type SearchProvider } from "coxswain/tools";
import type { Configuration } from "./configure.ts";

/** Search providers that may need a key, with their names in `cox auth`. */
export const SEARCHERS: readonly (Pick<SearchProvider, "name" | "label"> & { readonly keyEnv: string })[] = [
  ...SEARCH_PROVIDERS.flatMap(({ name, label, keyEnv }) => (keyEnv === undefined ? [] : [{ name, label, keyEnv }])),
  { name: "sourcegraph", label: "Sourcegraph", keyEnv: "SRC_ACCESS_TOKEN" },
];

/** Options of the built-in tools from the settings, except for hosts. Keys of search providers are resolved when needed. */
export const toolOptions = ({
  settings: { attribution, web: { search, sourcegraph } = {} },
  providers: { env, keys },
}: Pick<Configuration, "settings" | "providers">): Omit<BuiltinToolsOptions, "web"> => {
  const keyOf = (provider: string) => async () => {
    const variable = SEARCHERS.find(({ name }) => name === provider)?.keyEnv ?? "";
    return env[variable]?.trim() || (await keys?.(provider));
  };
  return {
    ...(attribution === undefined ? {} : { attribution }),
    ...(search === undefined ? {} : { search: { ...search, key: keyOf(search.provider) } }),
    ...(sourcegraph === undefined ? {} : { sourcegraph: { ...sourcegraph, token: keyOf("sourcegraph") } }),
  };
};
