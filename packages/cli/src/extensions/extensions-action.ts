import { homedir } from "node:os";
import { resolve } from "node:path";
import type { LoadedExtension } from "coxswain/extensions";
import type { Arguments } from "../argv/index.ts";
import { configure, configuredExtensions, unreadResources } from "../configuration/index.ts";
import type { EXTENSIONS_OPTIONS } from "../options/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";

/** `cox extensions`. They are loaded for that, and unloaded again: only so it can be said what they bring, or what is wrong with them. */
export const extensionsAction = async (
  { values }: Arguments<typeof EXTENSIONS_OPTIONS>,
  { env, cwd, stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  const configuration = await configure({ env, cwd, trust: values.trust === true });
  const tell = (line: string): void => stderr.write(`${escapeLine(line)}\n`);
  configuration.warnings.forEach(tell);
  const named = (values.extension ?? []).map((path) => resolve(cwd, path));
  await using extensions = await configuredExtensions(configuration, { named, own: true }, { warn: tell });
  const { loaded = [], leftOut = [] } = extensions ?? {};
  if (values.json === true) {
    for (const extension of loaded) stdout.write(jsonLine({ loaded: true, ...extension }));
    for (const extension of leftOut) stdout.write(jsonLine({ loaded: false, ...extension }));
  } else {
    const rows = loaded.map((extension) => rowOf(extension).map(escapeLine));
    for (const line of columns(rows).split("\n").slice(0, -1)) stdout.write(`${line.slice(0, stdout.columns)}\n`);
  }
  const unread = unreadResources(configuration, cwd);
  if (unread !== undefined) tell(unread);
  if (loaded.length + leftOut.length === 0) stderr.write(NONE);
  return EXIT.done;
};

const NONE =
  "There are none here: an extension is a file extensions/NAME.ts beside your settings, or .coxswain/extensions/NAME.ts in a project that you trust.\n";

const rowOf = ({ name, origin, brings, place }: LoadedExtension): readonly string[] => [
  name,
  origin,
  place.startsWith(`${homedir()}/`) ? `~${place.slice(homedir().length)}` : place,
  brings.length === 0 ? "(nothing)" : brings.join(", "),
];
