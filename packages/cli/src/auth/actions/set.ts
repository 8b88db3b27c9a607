import { providerModels } from "coxswain";
import { UsageError } from "../../argv/index.ts";
import { escapeLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { askKey } from "../ask-key.ts";
import type { AuthAction, AuthRequest } from "../auth-request.ts";
import { checkKey } from "../check-key.ts";
import { findKeyProvider, type KeyProvider } from "../key-provider.ts";
import { keySource } from "../key-source.ts";

/** `cox auth set PROVIDER`. */
export const set: AuthAction = async (request) => {
  const { configuration, credentials, values, rest, surroundings } = request;
  const { stderr } = surroundings;
  const holder = findKeyProvider(configuration, rest[0]);
  // The message omits the argument, which is probably the key.
  if (rest.length > 1)
    throw new UsageError("do not pass the key as an argument, where other programs can read it. Pipe it in, or type it at the prompt");
  const key = await askKey(holder.label, surroundings);
  if (key === undefined) return EXIT.interrupted;
  if (values.check === true && !(await isAcceptable(holder, key.trim(), request))) return EXIT.failed;
  credentials.set(holder.name, key);
  stderr.write(`Saved the key for ${escapeLine(holder.label)} in ${escapeLine(credentials.path)}.\n`);
  const source = await keySource(holder, configuration);
  if (source.from === "environment") stderr.write(`It is not used while ${source.variable} is set, which takes precedence.\n`);
  return EXIT.done;
};

/** Returns false only if the provider rejects the key, so a key can be saved offline. */
const isAcceptable = async (
  holder: KeyProvider,
  key: string,
  { configuration: { providers }, surroundings: { stderr } }: AuthRequest,
): Promise<boolean> => {
  const env = Object.fromEntries(Object.entries(providers.env).filter(([name]) => !holder.keyEnv.includes(name)));
  const { verdict, reason = "" } = await checkKey(holder, providerModels({ ...providers, env, keys: () => key }));
  if (verdict === "accepted") stderr.write(`${escapeLine(holder.label)} accepts the key.\n`);
  if (verdict === "refused") stderr.write(`cox: the key was not saved: ${escapeLine(reason)}\n`);
  if (verdict === "unknown") stderr.write(`Could not check the key: ${escapeLine(reason)}\n`);
  return verdict !== "refused";
};
