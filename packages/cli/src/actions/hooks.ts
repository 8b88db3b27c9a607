import { homedir } from "node:os";
import type { FoundHook } from "coxswain/hooks";
import { configure, configuredHooks, knownTools, untrustedResources } from "../configuration/index.ts";
import type { CommandArguments, HOOKS } from "../commands/index.ts";
import { columns, escapeLine, jsonLine, redactKeys } from "../output/index.ts";
import { EXIT, type ExitCode, type ProcessContext } from "../process/index.ts";

/** `cox hooks`. */
export const hooksAction = async (
  { values }: CommandArguments<typeof HOOKS>,
  { env, cwd, stdout, stderr }: ProcessContext,
): Promise<ExitCode> => {
  const configuration = await configure({ env, cwd, trust: values.trust === true });
  const { hooks: found, warnings } = await configuredHooks(configuration, { all: true, tools: () => knownTools(cwd, configuration) });
  const hooks = found.map(shown);
  if (values.json === true) for (const hook of hooks) stdout.write(jsonLine(objectOf(hook)));
  else {
    const rows = hooks.map((hook) => rowOf(hook).map(escapeLine));
    // Complete lines, not truncated: the user must see the whole command that runs.
    stdout.write(columns(rows));
  }
  for (const warning of [...configuration.warnings, ...warnings]) stderr.write(`${escapeLine(warning)}\n`);
  const unread = untrustedResources(configuration, cwd);
  if (unread !== undefined) stderr.write(`${escapeLine(unread)}\n`);
  if (hooks.length === 0) stderr.write(NONE);
  return EXIT.done;
};

const NONE =
  'No hooks found. Add commands to the setting "hooks" in your settings or those of a trusted project: [{"event":"pre_tool","tools":["bash"],"command":"~/bin/check"}].\n';

const shown = ({ hook, command, ...rest }: FoundHook): FoundHook => ({
  ...rest,
  hook: { ...hook, name: redactKeys(hook.name) },
  command: redactKeys(command),
});

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
