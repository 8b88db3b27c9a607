import { columns, escapeLine, jsonLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import type { AuthAction } from "../auth-request.ts";
import { checkKey } from "../check-key.ts";
import { findKeyProvider, keyProviders } from "../key-provider.ts";
import { keySource } from "../key-source.ts";

/** `cox auth check [PROVIDER ...]`: sends each provider one small request. Default: every provider with a key. */
export const check: AuthAction = async ({ configuration, values, rest, surroundings: { stdout, stderr } }) => {
  const named = rest.map((name) => findKeyProvider(configuration, name));
  const all = await Promise.all(
    keyProviders(configuration).map(async (holder) => ({ holder, source: await keySource(holder, configuration) })),
  );
  const asked =
    named.length > 0
      ? named
      : all.filter(({ holder, source }) => source.from !== "nowhere" && holder.searches !== true).map(({ holder }) => holder);
  if (asked.length === 0) stderr.write("No key to check. `cox auth` lists the providers and their variables.\n");
  const checks = await Promise.all(asked.map(async (holder) => ({ holder, ...(await checkKey(holder, configuration.models)) })));
  if (values.json === true) {
    for (const { holder, verdict, reason } of checks)
      stdout.write(jsonLine({ provider: holder.name, verdict, ...(reason === undefined ? {} : { reason }) }));
  } else {
    stdout.write(columns(checks.map(({ holder, verdict, reason = "" }) => [escapeLine(holder.name), verdict, escapeLine(reason)])));
  }
  return checks.every(({ verdict }) => verdict === "accepted") && asked.length > 0 ? EXIT.done : EXIT.failed;
};
