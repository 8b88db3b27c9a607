import { SEARCH_PROVIDERS } from "coxswain/tools";
import { keyProviders, keySource } from "../auth/index.ts";
import type { Configuration } from "../configuration/index.ts";
import { type Finding, ok, missing } from "./finding.ts";
import { keySourceText } from "./key-source-text.ts";

/** Checks the search providers in the settings and their keys. */
export const searchFindings = async (configuration: Configuration): Promise<readonly Finding[]> => {
  const { search, sourcegraph } = configuration.settings.web ?? {};
  return [
    ...(search === undefined ? [] : [await webFinding(configuration, search)]),
    ...(sourcegraph === undefined
      ? []
      : [ok("sourcegraph", `${sourcegraph.url}, ${(await keyWords(configuration, "sourcegraph")) ?? "no token"}`)]),
  ];
};

const webFinding = async (
  configuration: Configuration,
  { provider, url }: { readonly provider: string; readonly url?: string },
): Promise<Finding> => {
  const found = SEARCH_PROVIDERS.find(({ name }) => name === provider);
  const label = found?.label ?? provider;
  if (found?.keyEnv === undefined) {
    return url === undefined
      ? missing("web search", `${label} needs the setting "web.search.url"`)
      : ok("web search", `${label} at ${url}`);
  }
  const key = await keyWords(configuration, provider);
  if (key === undefined) return missing("web search", `no key for ${label}: set ${found.keyEnv} or run cox auth set ${provider}`);
  return ok("web search", `${label}: ${key}`);
};

const keyWords = async (configuration: Configuration, name: string): Promise<string | undefined> => {
  const holder = keyProviders(configuration).find((one) => one.name === name);
  const source = holder === undefined ? undefined : await keySource(holder, configuration);
  return source === undefined || source.from === "nowhere" ? undefined : keySourceText(source);
};
