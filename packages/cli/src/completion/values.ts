import type { Configuration } from "../configuration/index.ts";
import { shortId } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import type { Candidate, FindValues } from "./candidates.ts";

/** Maximum number of sessions offered. */
const MAX_SESSIONS = 50;

/** Finds the values of placeholders in the user's files. Uses no network and runs no code of a project. */
export const findValues =
  (context: Pick<ProcessContext, "env" | "cwd" | "stderr">): FindValues =>
  async (name) => {
    const find = FINDERS.get(name);
    return find === undefined ? [] : find(context);
  };

type Finder = (context: Pick<ProcessContext, "env" | "cwd" | "stderr">) => Promise<readonly Candidate[]>;

const sessions: Finder = async (context) => {
  const { userSessions } = await import("../configuration/index.ts");
  const { titleOf } = await import("../sessions/index.ts");
  const found = await userSessions(context).list({ cwd: context.cwd, limit: MAX_SESSIONS });
  return found.map((session) => ({ text: shortId(session.id), about: titleOf(session) }));
};

const configuration = async ({ env, cwd }: Pick<ProcessContext, "env" | "cwd">): Promise<Configuration> => {
  const { configure } = await import("../configuration/index.ts");
  return configure({ env, cwd });
};

/** Models of providers with a key, or the whole catalog without any key. */
const models: Finder = async (context) => {
  const { BUILT_IN_PROVIDERS } = await import("coxswain/providers");
  const { models: catalog, providers } = await configuration(context);
  const names = [
    ...BUILT_IN_PROVIDERS.filter(({ local }) => local !== true).map(({ name }) => name),
    ...Object.keys(providers.custom ?? {}),
  ];
  const entries = (await Promise.all([...new Set(names)].map((name) => catalog.list(name)))).flat();
  const usable = entries.filter(({ available }) => available);
  return (usable.length === 0 ? entries : usable).map(({ info }) => ({ text: info.reference, about: info.name ?? "" }));
};

const providers: Finder = async (context) => {
  const { keyProviders } = await import("../auth/index.ts");
  return keyProviders(await configuration(context)).map(({ name, label }) => ({ text: name, about: label }));
};

const settings: Finder = async () => {
  const { settingKeys } = await import("coxswain/settings");
  return (await settingKeys()).map((text) => ({ text, about: "" }));
};

const tools: Finder = async (context) => {
  const { CODE_TOOLS, TASK_TOOLS, toolNames } = await import("../configuration/index.ts");
  return [...toolNames(context.cwd, await configuration(context)), ...CODE_TOOLS, ...TASK_TOOLS].map((text) => ({ text, about: "" }));
};

const servers: Finder = async (context) =>
  (await configuration(context)).mcp.servers.map(({ config: { name }, source }) => ({ text: name, about: source }));

/** Finders by placeholder. */
const FINDERS: ReadonlyMap<string, Finder> = new Map([
  ["ID", sessions],
  ["REF", models],
  ["PROVIDER", providers],
  ["KEY", settings],
  ["SERVER", servers],
  ["TOOL", tools],
]);
