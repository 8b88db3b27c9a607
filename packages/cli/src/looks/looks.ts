import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { changeSetting, userSettingsPath } from "coxswain/settings";
import type { Configuration } from "../configuration/index.ts";
import type { ProcessContext } from "../process/index.ts";
import {
  backgroundOf,
  colorDepth,
  environmentBackground,
  type ExtensionKey,
  type Keymap,
  keymapOf,
  type ParsedTheme,
  parseTheme,
  parseUserKeys,
  type TerminalFeatures,
  type TerminalReport,
  Themes,
} from "../screen/index.ts";

/** Appearance and keys of the screen, as the user wants them. */
export interface Looks {
  readonly themes: Themes;
  readonly keys: Keymap;
  /** False: nothing moves. */
  readonly motion: boolean;
  /** True if the terminal's background changes the colors. */
  readonly followsBackground: boolean;
  /** Ignored parts of the user's files, one sentence each. */
  readonly problems: readonly string[];
  /** Follows the terminal's background. Returns true if the colors change. */
  report(report: TerminalReport): boolean;
  saveTheme(name: string): Promise<void>;
}

/** Reads the settings of the screen, and the files `keys.json` and `themes/NAME.json` beside the user's settings. */
export const readLooks = (
  { home, settings }: Configuration,
  { env }: Pick<ProcessContext, "env">,
  extensionKeys: readonly ExtensionKey[],
  features: TerminalFeatures,
): Looks => {
  const problems: string[] = [];
  const read = (path: string): string | undefined => {
    try {
      return readText(path);
    } catch (error) {
      problems.push(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
      return undefined;
    }
  };
  const keysText = read(join(home.config, "keys.json"));
  const userKeys = keysText === undefined ? undefined : parseUserKeys(keysText);
  problems.push(...(userKeys?.problems ?? []).map((problem) => `keys.json: ${problem}`));
  const joined = keymapOf(userKeys, extensionKeys);
  problems.push(...joined.problems);

  const depth = colorDepth(env);
  const background = environmentBackground(env["COLORFGBG"]);
  const user = userThemes(join(home.config, "themes"), read);
  const themes = new Themes({ depth, user, features, ...(background === undefined ? {} : { background }) });
  if (settings.theme !== undefined) problems.push(...themes.use(settings.theme));

  return {
    themes,
    keys: joined.keymap,
    motion: settings.motion !== "reduced" && env["TERM"] !== "dumb",
    followsBackground: depth !== "none",
    problems,
    report: (report) => {
      if (report.kind === "background") return themes.setBackground(backgroundOf(report.rgb));
      return report.kind === "scheme" && themes.setBackground(report.scheme);
    },
    saveTheme: async (name) => void (await changeSetting({ path: userSettingsPath(home) }, "theme", name)),
  };
};

/** Bytes of a file of keys or colors that is read. */
const MAX_BYTES = 256 * 1024;

/** Returns undefined for a missing file. */
const readText = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if (!found.isFile() || found.size > MAX_BYTES) throw new Error("not a regular file of at most 256 KiB");
  return readFileSync(path, "utf8");
};

const userThemes = (folder: string, read: (path: string) => string | undefined): ReadonlyMap<string, ParsedTheme> => {
  const themes = new Map<string, ParsedTheme>();
  for (const name of namesIn(folder)) {
    const text = name.endsWith(".json") ? read(join(folder, name)) : undefined;
    if (text !== undefined) themes.set(basename(name, ".json"), parseTheme(text));
  }
  return themes;
};

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return []; // no folder of that name
  }
};
