import { providerModels } from "coxswain";
import { UsageError } from "../../argv/index.ts";
import { escapeLine } from "../../output/index.ts";
import { EXIT } from "../../process/index.ts";
import { askKey } from "../ask-key.ts";
import type { AuthAction, AuthRequest } from "../auth-request.ts";
import { checkKey } from "../check-key.ts";
import { holderNamed, type KeyHolder } from "../key-holder.ts";
import { keySource } from "../key-source.ts";

/** `cox auth set PROVIDER`. */
export const set: AuthAction = async (request) => {
  const { configuration, kept, values, rest, surroundings } = request;
  const { stderr } = surroundings;
  const holder = holderNamed(configuration, rest[0]);
  // The word is not shown: it is most likely the key.
  if (rest.length > 1) throw new UsageError("the key is no word of the command line, where other programs see it: pipe it in, or type it");
  const key = await askKey(holder.label, surroundings);
  if (key === undefined) return EXIT.interrupted;
  if (values.check === true && !(await isTaken(holder, key.trim(), request))) return EXIT.failed;
  kept.set(holder.name, key);
  stderr.write(`The key for ${escapeLine(holder.label)} is kept in ${escapeLine(kept.path)}.\n`);
  const source = await keySource(holder, configuration);
  if (source.from === "environment") stderr.write(`It is not used as long as ${source.variable} is set, which goes before it.\n`);
  return EXIT.done;
};

/** Only a key that the provider refuses is not kept: who has no network may keep one. */
const isTaken = async (
  holder: KeyHolder,
  key: string,
  { configuration: { providers }, surroundings: { stderr } }: AuthRequest,
): Promise<boolean> => {
  const env = Object.fromEntries(Object.entries(providers.env).filter(([name]) => !holder.keyEnv.includes(name)));
  const { verdict, reason = "" } = await checkKey(holder, providerModels({ ...providers, env, keys: () => key }));
  if (verdict === "accepted") stderr.write(`${escapeLine(holder.label)} accepts the key.\n`);
  if (verdict === "refused") stderr.write(`cox: the key is not kept: ${escapeLine(reason)}\n`);
  if (verdict === "unknown") stderr.write(`Whether the key is accepted could not be seen: ${escapeLine(reason)}\n`);
  return verdict !== "refused";
};
