import { localServers } from "coxswain/providers";
import { keyProviders, keySource } from "../auth/index.ts";
import { chooseModel, type Configuration, NoModelError } from "../configuration/index.ts";
import { type Finding, ok, missing } from "./finding.ts";
import { keySourceText } from "./key-source-text.ts";

/** Lists providers with a key (never the key), local servers, and the default model. */
export const providerFindings = async (configuration: Configuration): Promise<readonly Finding[]> => {
  const { env, custom = {} } = configuration.providers;
  const found = await Promise.all(
    keyProviders(configuration)
      .filter(({ searches }) => searches !== true)
      .map(async (holder) => ({ holder, source: await keySource(holder, configuration) })),
  );
  const withKey = found.flatMap(({ holder, source }) =>
    source.from === "nowhere" ? [] : [ok("key", `${holder.label}: ${keySourceText(source)}`)],
  );
  const without = found.flatMap(({ source }) => (source.from === "nowhere" && source.variable !== undefined ? [source.variable] : []));
  const servers = (await localServers({ env })).map(({ provider, baseURL, models }) =>
    ok("local server", `${provider} at ${baseURL} with ${models.length} models`),
  );
  const own = Object.entries(custom).map(([name, { baseURL }]) =>
    ok("custom provider", baseURL === undefined ? name : `${name} at ${baseURL}`),
  );
  return [
    ...withKey,
    ...(without.length === 0 ? [] : [missing("no key in", [...new Set(without)].join(", "))]),
    ...(servers.length === 0 ? [missing("local server", "none found (checked Ollama, LM Studio, llama.cpp and vLLM)")] : servers),
    ...own,
    await modelFinding(configuration),
  ];
};

const modelFinding = async (configuration: Configuration): Promise<Finding> => {
  try {
    return ok("model", `${(await chooseModel(configuration)).reference} (default)`);
  } catch (error) {
    if (error instanceof NoModelError) return missing("model", error.message);
    throw error;
  }
};
