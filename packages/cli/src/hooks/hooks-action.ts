import { homedir } from "node:os";
import type { FoundHook } from "coxswain";
import type { Arguments } from "../argv/index.ts";
import { configure, configuredHooks, unreadResources } from "../configuration/index.ts";
import type { HOOKS_OPTIONS } from "../options/index.ts";
import { columns, escapeLine, jsonLine } from "../output/index.ts";
import { EXIT, type ExitCode, type Surroundings } from "../process/index.ts";

/** `cox hooks`. */
export const hooksAction = async (
  { values }: Arguments<typeof HOOKS_OPTIONS>,
  { env, cwd, stdout, stderr }: Surroundings,
): Promise<ExitCode> => {
  const configuration = await configure({ env, cwd, trust: values.trust === true });
  const { hooks, warnings } = await configuredHooks(configuration, { all: true });
  if (values.json === true) for (const hook of hooks) stdout.write(jsonLine(objectOf(hook)));
  else {
    const rows = hooks.map((hook) => rowOf(hook).map(escapeLine));
    for (const line of columns(rows).split("\n").slice(0, -1)) stdout.write(`${line.slice(0, stdout.columns)}\n`);
  }
  for (const warning of [...configuration.warnings, ...warnings]) stderr.write(`${escapeLine(warning)}\n`);
  const unread = unreadResources(configuration, cwd);
  if (unread !== undefined) stderr.write(`${escapeLine(unread)}\n`);
  if (hooks.length === 0) stderr.write(NONE);
  return EXIT.done;
};

const NONE =
  'There are none here: a hook is a command in the setting "hooks", of yours or of a trusted project; docs/architecture/hooks.md tells of them.\n';

const rowOf = ({ hook, source, command, tools = "", off }: FoundHook): readonly string[] => [
  off === undefined ? "on" : "off",
  hook.event,
  tools,
  shortPath(source),
  hook.name === command ? command : `${hook.name}: ${command}`,
  off === undefined ? "" : `(${off})`,
];

const objectOf = ({ hook, source, command, tools, off }: FoundHook): object => ({
  event: hook.event,
  name: hook.name,
  command,
  ...(tools === undefined ? {} : { tools }),
  source,
  on: off === undefined,
  ...(off === undefined ? {} : { why: off }),
});

const shortPath = (path: string): string => (path.startsWith(`${homedir()}/`) ? `~${path.slice(homedir().length)}` : path);
