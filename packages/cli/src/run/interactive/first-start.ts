import { type LocalServer, localServers } from "coxswain/providers";
import { changeSetting, credentials, userSettingsPath } from "coxswain/settings";
import { checkNewKey, type KeyProvider, keyProviders, providerOfKey } from "../../auth/index.ts";
import { chooseModel, type Configuration, credentialsPath, NoModelError, userSessions } from "../../configuration/index.ts";
import type { ProcessContext } from "../../process/index.ts";
import type { WelcomeScreen } from "../../screen/index.ts";
import { reviewProject, TRUST_MEANING } from "../../trust/index.ts";
import type { TaskConfigurations } from "../task-configurations.ts";
import type { TaskLocation } from "../task-location.ts";
import { isNew, type TaskValues } from "../task-values.ts";

/** `tour` and `leave`: no session is opened. */
export type FirstStart = "session" | "tour" | "leave";

export interface FirstStartOptions {
  readonly values: TaskValues;
  readonly location: TaskLocation;
  readonly configurations: TaskConfigurations;
  readonly context: Pick<ProcessContext, "env" | "stderr">;
  /** Shows questions to the user. Called if there are any. */
  readonly open: () => WelcomeScreen;
  /** Finds the model servers of this machine. Default: on their usual ports. */
  readonly servers?: () => Promise<readonly LocalServer[]>;
}

/**
 * Asks for what is missing before the first session: a model, and, in a folder without sessions, whether to trust its
 * project. Saves the answers where `cox config`, `cox auth` and `cox trust` save them.
 */
export const firstStart = async ({
  values,
  location: { cwd },
  configurations,
  context,
  open,
  servers = () => localServers({ env: context.env }),
}: FirstStartOptions): Promise<FirstStart> => {
  const { env } = context;
  const configuration = await configurations.of(cwd);
  const needsModel = isNew(values) && values.models === undefined && !(await hasModel(configuration, values));
  const needsTrust = isNew(values) && values.trust !== true && (await isUnknownProject(cwd, context));
  if (!needsModel && !needsTrust) return "session";
  configurations.changed();
  await using screen = open();
  if (needsModel) {
    screen.print("Welcome to cox. It needs a model: one on this machine, or one of a provider.");
    const chosen = await chooseSource(screen, configuration, servers);
    if (chosen !== "session") return chosen;
  }
  if (needsTrust) await askTrust(screen, cwd, env);
  return "session";
};

const hasModel = async (configuration: Configuration, values: TaskValues): Promise<boolean> => {
  try {
    await chooseModel(configuration, { model: values.model, baseURL: values["base-url"] });
    return true;
  } catch (error) {
    // Other errors are about a model that was named: the start reports them.
    return !(error instanceof NoModelError);
  }
};

/** True for a project with files that need trust, in a folder without sessions: a user who decided is not asked again. */
const isUnknownProject = async (cwd: string, context: FirstStartOptions["context"]): Promise<boolean> => {
  const { hasFiles, isTrusted } = await reviewProject(cwd, context.env);
  return hasFiles && !isTrusted && (await userSessions(context).list({ cwd, limit: 1 })).length === 0;
};

/** `key`: a key that was pasted at the list. */
type Source =
  | { readonly kind: "model"; readonly reference: string }
  | { readonly kind: "key"; readonly key?: string }
  | { readonly kind: "again" | "tour" | "leave" };

const chooseSource = async (
  screen: WelcomeScreen,
  configuration: Configuration,
  servers: () => Promise<readonly LocalServer[]>,
): Promise<FirstStart> => {
  for (;;) {
    const found = await servers();
    const models = found.flatMap((server) => server.models);
    const source = await screen.choose<Source>({
      title: "Model",
      items: [
        ...models.map(({ reference }) => ({ label: reference, note: "on this machine", value: { kind: "model" as const, reference } })),
        { label: "Paste an API key", note: "of a provider", value: { kind: "key" } },
        { label: "Look again for a local server", note: "start Ollama, LM Studio or llama.cpp first", value: { kind: "again" } },
        { label: "Take the tour", note: "a scripted model fixes a small project", value: { kind: "tour" } },
        { label: "Leave", value: { kind: "leave" } },
      ],
      onPaste: (text) => {
        const [key = ""] = text.trim().split(/[\r\n]/);
        return key === "" ? undefined : { kind: "key", key };
      },
    });
    if (source === undefined || source.kind === "leave") return "leave";
    if (source.kind === "tour") return "tour";
    if (source.kind === "again" && models.length === 0) screen.print("No local server found.");
    if (source.kind === "model") {
      await changeSetting({ path: userSettingsPath(configuration.home) }, "model", source.reference);
      screen.print(`Using ${source.reference}. /model changes it.`);
      return "session";
    }
    if (source.kind === "key" && (await addKey(screen, configuration, source.key))) return "session";
  }
};

/** Asks for a key until one is saved. Returns false if the user goes back. */
const addKey = async (screen: WelcomeScreen, configuration: Configuration, pasted: string | undefined): Promise<boolean> => {
  let key = pasted ?? (await screen.readSecret("API key"));
  while (key !== undefined && !(await saveKey(key, screen, configuration))) key = await screen.readSecret("API key");
  return key !== undefined;
};

/** Checks a key with a small request, and saves it. Returns false if it was not saved. */
const saveKey = async (key: string, screen: WelcomeScreen, configuration: Configuration): Promise<boolean> => {
  const provider = await providerFor(key, screen, configuration);
  if (provider === undefined) return false;
  screen.print(`Checking the key with ${provider.label} …`);
  const { verdict, reason = "" } = await checkNewKey(provider, key, configuration);
  if (verdict === "refused") {
    screen.print(`The key was not saved: ${reason}`);
    return false;
  }
  if (verdict === "unknown") screen.print(`Could not check the key: ${reason}`);
  const store = credentials(credentialsPath(configuration.home));
  store.set(provider.name, key);
  screen.print(`Saved the key for ${provider.label} in ${store.path}.`);
  return true;
};

/** The provider of a key by its beginning, or the one that the user chooses. */
const providerFor = async (key: string, screen: WelcomeScreen, configuration: Configuration): Promise<KeyProvider | undefined> => {
  const providers = keyProviders(configuration).filter(({ searches }) => searches !== true);
  const named = providers.find(({ name }) => name === providerOfKey(key));
  if (named !== undefined) return named;
  return screen.choose({
    title: "Provider of the key",
    items: providers.map((provider) => ({ label: provider.label, note: provider.name, value: provider })),
    // Another paste would show the key.
    onPaste: () => undefined,
  });
};

const askTrust = async (screen: WelcomeScreen, cwd: string, env: ProcessContext["env"]): Promise<void> => {
  const review = await reviewProject(cwd, env);
  screen.print(`${review.text}${TRUST_MEANING}`);
  const trusts = await screen.choose({
    title: "Trust this project?",
    items: [
      { label: "No", note: "cox ignores these files", value: false },
      { label: "Yes", value: true },
    ],
    keys: [
      { key: "y", label: "yes", value: () => true },
      { key: "n", label: "no", value: () => false },
    ],
  });
  if (trusts !== true) return;
  review.trust();
  screen.print(`Trusted: ${review.project}`);
};
