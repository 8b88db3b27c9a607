import { localServers } from "coxswain/providers";
import { keyHolders, keySource } from "../auth/index.ts";
import { chooseModel, type Configuration, NoModelError } from "../configuration/index.ts";
import { type Finding, good, missing } from "./finding.ts";
import { inWords } from "./key-words.ts";

/** Which providers there is a key for, never the key; which servers answer on this machine; which model would be asked. */
export const providerFindings = async (configuration: Configuration): Promise<readonly Finding[]> => {
  const { env, custom = {} } = configuration.providers;
  const found = await Promise.all(
    keyHolders(configuration)
      .filter(({ searches }) => searches !== true)
      .map(async (holder) => ({ holder, source: await keySource(holder, configuration) })),
  );
  const withKey = found.flatMap(({ holder, source }) =>
    source.from === "nowhere" ? [] : [good("key", `${holder.label}: ${inWords(source)}`)],
  );
  const without = found.flatMap(({ source }) => (source.from === "nowhere" && source.variable !== undefined ? [source.variable] : []));
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

const modelFinding = async (configuration: Configuration): Promise<Finding> => {
  try {
    return good("model", `${(await chooseModel(configuration)).reference} is asked where none is named`);
  } catch (error) {
    if (error instanceof NoModelError) return missing("model", error.message);
    throw error;
  }
};
