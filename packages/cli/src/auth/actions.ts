import { type Credentials, credentials } from "coxswain/settings";
import { type Configuration, configure, credentialsPath } from "../configuration/index.ts";
import type { CommandArguments, AUTH } from "../commands/index.ts";
import { type ExitCode, type ProcessContext, EXIT } from "../process/index.ts";
import { UnknownNameError, UsageError } from "../argv/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { keyProviders, type KeySource, keySource, findKeyProvider, type KeyProvider } from "./key-provider.ts";
import { askKey } from "./ask-key.ts";
import { checkKey, checkNewKey } from "./check-key.ts";

/** `cox auth`. */
export const authAction = async (
  { values, positionals: [name = "list", ...rest] }: CommandArguments<typeof AUTH>,
  context: ProcessContext,
): Promise<ExitCode> => {
  const action = ACTIONS.get(name);
  if (action === undefined) throw new UnknownNameError("action", name, [...ACTIONS.keys()]);
  const { env, cwd } = context;
  const configuration = await configure({ env, cwd });
  return action({ configuration, store: credentials(credentialsPath(configuration.home)), values, rest, context });
};

/** The request of one action of `cox auth`. */
interface AuthRequest {
  readonly configuration: Configuration;
  readonly store: Credentials;
  readonly values: CommandArguments<typeof AUTH>["values"];
  /** Arguments after the action's name. */
  readonly rest: readonly string[];
  readonly context: ProcessContext;
}

type AuthAction = (request: AuthRequest) => Promise<ExitCode>;

/** `cox auth`: lists the source of each provider's key, never the key. */
const list: AuthAction = async ({ configuration, store, values, context: { stdout, stderr } }) => {
  const providers = keyProviders(configuration);
  const found = await Promise.all(
    providers.map(async (provider) => ({
      provider: provider.name,
      label: provider.label,
      source: await keySource(provider, configuration),
    })),
  );
  if (values.json === true) {
    for (const { provider, label, source } of found) stdout.write(jsonLine({ provider, label, ...source }));
    return EXIT.done;
  }
  const withKey = found.filter(({ source }) => source.from !== "nowhere");
  const without = found.filter(({ source }) => source.from === "nowhere");
  stdout.write(columns([...withKey, ...without].map(({ provider, source }) => [escapeLine(provider), sourceText(source)])));
  const unknown = store.providers().filter((name) => !providers.some((provider) => provider.name === name));
  if (unknown.length > 0)
    stderr.write(`Stored keys of unknown providers: ${escapeLine(unknown.join(", "))}. Remove each with \`cox auth remove PROVIDER\`.\n`);
  return EXIT.done;
};

const sourceText = (source: KeySource): string => {
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

/** `cox auth set PROVIDER`. */
const set: AuthAction = async (request) => {
  const { configuration, store, values, rest, context } = request;
  const { stderr } = context;
  const provider = findKeyProvider(configuration, rest[0]);
  // The message omits the argument, which is probably the key.
  if (rest.length > 1)
    throw new UsageError("do not pass the key as an argument, where other programs can read it. Pipe it in, or type it at the prompt");
  const key = await askKey(provider.label, context);
  if (key === undefined) return EXIT.interrupted;
  if (values.check === true && !(await isAcceptable(provider, key.trim(), request))) return EXIT.failed;
  store.set(provider.name, key);
  stderr.write(`Saved the key for ${escapeLine(provider.label)} in ${escapeLine(store.path)}.\n`);
  const source = await keySource(provider, configuration);
  if (source.from === "environment") stderr.write(`It is not used while ${source.variable} is set, which takes precedence.\n`);
  return EXIT.done;
};

/** Returns false only if the provider rejects the key, so a key can be saved offline. */
const isAcceptable = async (provider: KeyProvider, key: string, { configuration, context: { stderr } }: AuthRequest): Promise<boolean> => {
  const { verdict, reason = "" } = await checkNewKey(provider, key, configuration);
  if (verdict === "accepted") stderr.write(`${escapeLine(provider.label)} accepts the key.\n`);
  if (verdict === "refused") stderr.write(`cox: the key was not saved: ${escapeLine(reason)}\n`);
  if (verdict === "unknown") stderr.write(`Could not check the key: ${escapeLine(reason)}\n`);
  return verdict !== "refused";
};

/** `cox auth remove PROVIDER`: accepts providers that no longer exist too. */
const remove: AuthAction = async ({ configuration, store, rest: [name, more], context: { stderr } }) => {
  if (more !== undefined) throw new UsageError(`unexpected argument: ${more}`);
  if (name !== undefined && store.remove(name)) {
    stderr.write(`Removed the key for ${escapeLine(name)}.\n`);
    return EXIT.done;
  }
  const { label } = findKeyProvider(configuration, name);
  stderr.write(`cox: no stored key for ${escapeLine(label)}\n`);
  return EXIT.failed;
};

/** `cox auth check [PROVIDER ...]`: sends each provider one small request. Default: every provider with a key. */
const check: AuthAction = async ({ configuration, values, rest, context: { stdout, stderr } }) => {
  const named = rest.map((name) => findKeyProvider(configuration, name));
  const all = await Promise.all(
    keyProviders(configuration).map(async (provider) => ({ provider, source: await keySource(provider, configuration) })),
  );
  const providersToCheck =
    named.length > 0
      ? named
      : all.filter(({ provider, source }) => source.from !== "nowhere" && provider.searches !== true).map(({ provider }) => provider);
  if (providersToCheck.length === 0) stderr.write("No key to check. `cox auth` lists the providers and their variables.\n");
  const checks = await Promise.all(
    providersToCheck.map(async (provider) => ({ provider, ...(await checkKey(provider, configuration.models)) })),
  );
  if (values.json === true) {
    for (const { provider, verdict, reason } of checks)
      stdout.write(jsonLine({ provider: provider.name, verdict, ...(reason === undefined ? {} : { reason }) }));
  } else {
    stdout.write(columns(checks.map(({ provider, verdict, reason = "" }) => [escapeLine(provider.name), verdict, escapeLine(reason)])));
  }
  return checks.every(({ verdict }) => verdict === "accepted") && providersToCheck.length > 0 ? EXIT.done : EXIT.failed;
};

/** Actions of `cox auth` by name. */
const ACTIONS: ReadonlyMap<string, AuthAction> = new Map([
  ["list", list],
  ["set", set],
  ["remove", remove],
  ["check", check],
]);
