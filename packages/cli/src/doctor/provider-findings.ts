import { BUILT_IN_PROVIDERS, localServers, type Provider } from "coxswain";
import { chooseModel, type Configuration, NoModelError } from "../configuration/index.ts";
import { type Finding, good, missing } from "./finding.ts";

/** Which providers there is a key for, never the key; which servers answer on this machine; which model would be asked. */
export const providerFindings = async (configuration: Configuration): Promise<readonly Finding[]> => {
  const { env, custom = {} } = configuration.providers;
  const remote = BUILT_IN_PROVIDERS.filter(({ keyEnv }) => keyEnv.length > 0);
  const found = await Promise.all(remote.map(async (provider) => ({ provider, source: await keySource(provider, configuration) })));
  const withKey = found.flatMap(({ provider, source }) => (source === undefined ? [] : [good("key", `${provider.label}: ${source}`)]));
  const without = found.flatMap(({ provider, source }) => (source === undefined ? [`${provider.keyEnv[0]}`] : []));
  const servers = (await localServers({ env })).map(({ provider, baseURL, models }) =>
    good("local server", `${provider} at ${baseURL} with ${models.length} models`),
  );
  const own = Object.entries(custom).map(([name, { baseURL }]) =>
    good("own provider", baseURL === undefined ? name : `${name} at ${baseURL}`),
  );
  return [
    ...withKey,
    ...(without.length === 0 ? [] : [missing("no key in", [...new Set(without)].join(", "))]),
    ...(servers.length === 0 ? [missing("local server", "none answers (Ollama, LM Studio, llama.cpp and vLLM were looked for)")] : servers),
    ...own,
    await modelFinding(configuration),
  ];
};

const keySource = async (
  { name, keyEnv, configured }: Provider,
  { providers: { env, keys } }: Configuration,
): Promise<string | undefined> => {
  if (((await keys?.(name)) ?? "") !== "") return "kept in the file of keys";
  return (
    keyEnv.find((variable) => (env[variable]?.trim() ?? "") !== "") ??
    (configured?.(env) === true ? "the cloud's own credentials" : undefined)
  );
};

const modelFinding = async (configuration: Configuration): Promise<Finding> => {
  try {
    return good("model", `${(await chooseModel(configuration)).reference} is asked where none is named`);
  } catch (error) {
    if (error instanceof NoModelError) return missing("model", error.message);
    throw error;
  }
};
