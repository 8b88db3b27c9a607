import { type BuiltinToolsOptions, SEARCH_PROVIDERS, type SearchProvider } from "coxswain/tools";
import type { Configuration } from "./configure.ts";

/** Who searches for the person and may want a key for it, as `cox auth` names them. */
export const SEARCHERS: readonly (Pick<SearchProvider, "name" | "label"> & { readonly keyEnv: string })[] = [
  ...SEARCH_PROVIDERS.flatMap(({ name, label, keyEnv }) => (keyEnv === undefined ? [] : [{ name, label, keyEnv }])),
  { name: "sourcegraph", label: "Sourcegraph", keyEnv: "SRC_ACCESS_TOKEN" },
];

/** The tools that search, where the settings say who is asked. Keys are looked for when they are needed. */
export const searchTools = ({
  settings: { web: { search, sourcegraph } = {} },
  providers: { env, keys },
}: Pick<Configuration, "settings" | "providers">): Pick<BuiltinToolsOptions, "search" | "sourcegraph"> => {
  const keyOf = (wanted: string) => async () => {
    const variable = SEARCHERS.find(({ name }) => name === wanted)?.keyEnv ?? "";
    return env[variable]?.trim() || (await keys?.(wanted));
  };
  return {
    ...(search === undefined ? {} : { search: { ...search, key: keyOf(search.provider) } }),
    ...(sourcegraph === undefined ? {} : { sourcegraph: { ...sourcegraph, token: keyOf("sourcegraph") } }),
  };
};
