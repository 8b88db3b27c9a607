import { SEARCH_PROVIDERS } from "coxswain/tools";
import { keyHolders, keySource } from "../auth/index.ts";
import type { Configuration } from "../configuration/index.ts";
import { type Finding, good, missing } from "./finding.ts";
import { inWords } from "./key-words.ts";

/** Who searches the web and code, where the settings say so, and whether there is a key for it. */
export const searchFindings = async (configuration: Configuration): Promise<readonly Finding[]> => {
  const { search, sourcegraph } = configuration.settings.web ?? {};
  return [
    ...(search === undefined ? [] : [await webFinding(configuration, search)]),
    ...(sourcegraph === undefined
      ? []
      : [good("sourcegraph", `${sourcegraph.url}, ${(await keyWords(configuration, "sourcegraph")) ?? "no token"}`)]),
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
      ? missing("web search", `${label} has to be named by "web.search.url"`)
      : good("web search", `${label} at ${url}`);
  }
  const key = await keyWords(configuration, provider);
  if (key === undefined) return missing("web search", `no key for ${label}: set ${found.keyEnv}, or run cox auth set ${provider}`);
  return good("web search", `${label}: ${key}`);
};

const keyWords = async (configuration: Configuration, name: string): Promise<string | undefined> => {
  const holder = keyHolders(configuration).find((one) => one.name === name);
  const source = holder === undefined ? undefined : await keySource(holder, configuration);
  return source === undefined || source.from === "nowhere" ? undefined : inWords(source);
};
