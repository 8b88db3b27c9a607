import { homedir } from "node:os";
import { resolve } from "node:path";
import type { LoadedExtension } from "coxswain/extensions";
import { configure, configuredExtensions, untrustedResources } from "../configuration/index.ts";
import type { CommandArguments, EXTENSIONS } from "../commands/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";

/** `cox extensions`: loads them to find what they add or why they fail, then unloads them. */
export const extensionsAction = async (
  { values }: CommandArguments<typeof EXTENSIONS>,
  { env, cwd, stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  const configuration = await configure({ env, cwd, trust: values.trust === true });
  const warn = (line: string): void => stderr.write(`${escapeLine(line)}\n`);
  configuration.warnings.forEach(warn);
  const named = (values.extension ?? []).map((path) => resolve(cwd, path));
  await using extensions = await configuredExtensions(configuration, { named, own: true }, { warn });
  const { loaded = [], skipped = [] } = extensions ?? {};
  if (values.json === true) {
    for (const extension of loaded) stdout.write(jsonLine({ loaded: true, ...extension }));
    for (const extension of skipped) stdout.write(jsonLine({ loaded: false, ...extension }));
  } else {
    const rows = loaded.map((extension) => rowOf(extension).map(escapeLine));
    for (const line of columns(rows).split("\n").slice(0, -1)) stdout.write(`${line.slice(0, stdout.messageWidth)}\n`);
  }
  const unread = untrustedResources(configuration, cwd);
  if (unread !== undefined) warn(unread);
  if (loaded.length + skipped.length === 0) stderr.write(NONE);
  return EXIT.done;
};

const NONE =
  "No extensions found. Add one as extensions/NAME.ts next to your settings, or as .coxswain/extensions/NAME.ts in a trusted project.\n";

const rowOf = ({ name, origin, provides, place }: LoadedExtension): readonly string[] => [
  name,
  origin,
  place.startsWith(`${homedir()}/`) ? `~${place.slice(homedir().length)}` : place,
  provides.length === 0 ? "(nothing)" : provides.join(", "),
];
