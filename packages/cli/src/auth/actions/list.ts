import { columns, escapeLine, jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import type { AuthAction } from "../auth-request.ts";
import { keyProviders } from "../key-provider.ts";
import { type KeySource, keySource } from "../key-source.ts";

/** `cox auth`: lists the source of each provider's key, never the key. */
export const list: AuthAction = async ({ configuration, credentials, values, surroundings: { stdout, stderr } }) => {
  const holders = keyProviders(configuration);
  const found = await Promise.all(
    holders.map(async (holder) => ({ provider: holder.name, label: holder.label, source: await keySource(holder, configuration) })),
  );
  if (values.json === true) {
    for (const { provider, label, source } of found) stdout.write(jsonLine({ provider, label, ...source }));
    return EXIT.done;
  }
  const withKey = found.filter(({ source }) => source.from !== "nowhere");
  const without = found.filter(({ source }) => source.from === "nowhere");
  stdout.write(columns([...withKey, ...without].map(({ provider, source }) => [escapeLine(provider), inWords(source)])));
  const lost = credentials.providers().filter((name) => !holders.some((holder) => holder.name === name));
  if (lost.length > 0)
    stderr.write(`Stored keys of unknown providers: ${escapeLine(lost.join(", "))}. Remove each with \`cox auth remove PROVIDER\`.\n`);
  return EXIT.done;
};

const inWords = (source: KeySource): string => {
  switch (source.from) {
    case "environment":
      return `${source.variable}${source.stored ? ", overrides the stored key" : ""}`;
    case "file":
      return "stored";
    case "cloud":
      return "cloud credentials";
    case "nowhere":
      return source.variable === undefined ? "not required" : `no key in ${source.variable}`;
  }
};
