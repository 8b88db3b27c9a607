import { Console } from "node:console";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { providerModels } from "coxswain";
import { type Extensions, type ExtensionSource, loadExtensions } from "coxswain/extensions";
import { projectSettingsPath, userSettingsPath } from "coxswain/settings";
import { SLASH_NAMES } from "../commands/index.ts";
import type { Configuration } from "./configure.ts";

interface ExtensionChoice {
  /** Absolute paths of the files and folders given on the command line. */
  readonly named: readonly string[];
  /** True to load the extensions of the user and of the trusted project too. */
  readonly own: boolean;
}

/** The origin of extensions given on the command line. */
export const COMMAND_LINE = "command line";

/** Loads the extensions. Undefined when there are none. */
export const configuredExtensions = async (
  configuration: Configuration,
  choice: ExtensionChoice,
  options: { readonly warn: (line: string) => void; readonly log?: (line: string) => void },
): Promise<Extensions | undefined> => {
  const sources = extensionSources(configuration, choice);
  if (sources.length === 0) return undefined;
  const { providers } = configuration;
  const extensions = await loadExtensions({
    sources: [],
    reserved: SLASH_NAMES,
    connect: (custom) => providerModels({ ...providers, custom: { ...providers.custom, ...custom } }),
    ...options,
  });
  reportExtensionFaults(extensions, options.warn);
  // stdout contains only the answer, which a program may parse. Extensions print to stderr.
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr });
  for (const source of sources) await extensions.load(source);
  return extensions;
};

/**
 * Lists extension sources: the command line, the user, then the project if it is trusted. The first of two extensions
 * with the same name wins, so a project cannot replace one of the user.
 */
const extensionSources = (configuration: Configuration, { named, own }: ExtensionChoice): readonly ExtensionSource[] => [
  ...named.map((file) => ({ file, origin: COMMAND_LINE })),
  ...(own ? [...userSources(configuration), ...projectSources(configuration)] : []),
];

const userSources = ({ home, layers }: Configuration): readonly ExtensionSource[] => [
  ...folderSources(join(home.config, "extensions"), { origin: "user" }),
  ...settingsSources(layers, userSettingsPath(home), (name) => namedSource(name, home.config, home.config, { origin: "user" })),
];

const projectSources = ({ home, project: { folder, trusted }, layers }: Configuration): readonly ExtensionSource[] => {
  if (!trusted) return [];
  const scope = { origin: "project", within: folder };
  return [
    ...folderSources(join(folder, ".coxswain", "extensions"), scope),
    ...settingsSources(layers, projectSettingsPath(folder), (name) => namedSource(name, folder, home.config, scope)),
  ];
};

const folderSources = (folder: string, scope: { readonly origin: string; readonly within?: string }): readonly ExtensionSource[] =>
  existsSync(folder) ? [{ folder, ...scope }] : [];

const settingsSources = (
  layers: Configuration["layers"],
  path: string,
  source: (name: string) => ExtensionSource,
): readonly ExtensionSource[] => layers.flatMap((layer) => (layer.source === path ? (layer.settings.extensions ?? []).map(source) : []));

/** Resolves a path relative to the settings file, or the name of a package that the user installed. */
const namedSource = (
  name: string,
  from: string,
  packages: string,
  { origin, within }: { readonly origin: string; readonly within?: string },
): ExtensionSource => {
  if (!/^(?:\.{0,2}[\\/]|~[\\/]|[A-Za-z]:[\\/])/.test(name)) return { package: name, from: packages, origin };
  const file = name.startsWith("~") ? join(homedir(), name.slice(1)) : resolve(from, name);
  return { file, origin, ...(within === undefined ? {} : { within }) };
};

/**
 * Reports uncaught errors of extensions, for example from a timer, and continues; each error is reported once. The
 * extension stays registered, because removing a hook that denies calls would leave the run unguarded. Other uncaught
 * errors end the program.
 */
const reportExtensionFaults = (extensions: Pick<Extensions, "extensionOf">, warn: (line: string) => void): void => {
  const reported = new Set<string>();
  process.setUncaughtExceptionCaptureCallback((error) => {
    const extension = extensions.extensionOf(error);
    if (extension === undefined) return process.listeners("uncaughtException").forEach((end) => end(error, "uncaughtException"));
    const line = `Uncaught error in the extension ${extension.name} (${extension.place}): ${thrownMessage(error)}`;
    if (reported.has(line)) return;
    reported.add(line);
    warn(line);
  });
};

/** Formats any thrown value. Node.js wraps a rejection reason that is not an error in its own error. */
const thrownMessage = (thrown: unknown): string => {
  try {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return /^This error originated either by .* rejected with the reason "(.*)"\.$/s.exec(text)?.[1] ?? text;
  } catch {
    return "a value that cannot be printed";
  }
};
