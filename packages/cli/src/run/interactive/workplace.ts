import { existsSync } from "node:fs";
import { relative } from "node:path";
import { PassThrough } from "node:stream";
import { type Runtime, SessionNotFoundError } from "coxswain";
import { UsageError } from "../../argv/index.ts";
import { protectedIn } from "coxswain/policy";
import { localServers, modelScope, servedAt } from "coxswain/providers";
import { answerPlace, chooseModel, configuredWorkspace, CUSTOM, namedModel, userAnswers } from "../../configuration/index.ts";
import { sessionContext } from "../../context/index.ts";
import { answerText, ruleFault } from "../../permissions/index.ts";
import type { CommandRunner, ProcessContext } from "../../process/index.ts";
import type { ListedCommand, ModelRow, ScreenSession, Workplace } from "../../screen/index.ts";
import { reviewProject } from "../../trust/index.ts";
import { extensionFullName, templateFullName } from "../full-names.ts";
import type { TaskParts } from "../prepare-task.ts";
import { copyText } from "./clipboard.ts";
import { outputTo } from "./output-to.ts";
import { sessionEnd, sessionRows } from "./session-rows.ts";
import { settingRows } from "./setting-rows.ts";

export interface WorkplaceOptions {
  readonly session: Pick<ScreenSession, "id" | "state">;
  readonly task: TaskParts;
  readonly runtime: Runtime;
  readonly context: ProcessContext;
  readonly runCommand: CommandRunner;
  readonly saveTheme: Workplace["saveTheme"];
  /** Columns of the transcript. */
  readonly columns: () => number;
  /** Writes a control sequence to the terminal. */
  readonly write: (sequence: string) => void;
}

/** The facts and actions of the command line for a session on the screen. */
export const taskWorkplace = ({ session, task, runtime, context, runCommand, saveTheme, columns, write }: WorkplaceOptions): Workplace => {
  const { configuration, extensions, store } = task;
  const { env } = context;
  const { cwd } = session.state;
  const here = { ...context, cwd };
  return {
    runOptions: task.options,
    models: () => modelRows(task, session.state.model, env),
    model: (name) => namedModel(configuration, name),
    sessions: () => sessionRows(here),
    sessionEnd: (id) => sessionEnd(store, id),
    forkSession: async (id) => (await runtime.fork(id)).id,
    context: () =>
      sessionContext(session.id, {
        store,
        configuration,
        folder: cwd,
        mcp: task.mcp,
        tools: [...task.ownTools, ...(extensions?.toolsFor(configuredWorkspace(configuration, cwd)) ?? [])],
      }).catch((error: unknown) => {
        throw error instanceof SessionNotFoundError ? new UsageError("no context before the first message. Send one first") : error;
      }),
    settings: () => settingRows(here),
    savedAnswers: async () => {
      const place = answerPlace(cwd);
      const answers = userAnswers(configuration).all();
      return answers
        .filter(({ scope, folder }) => scope === "always" || folder === place.folder)
        .map((answer) => ({ rule: answer.rule, scope: answerText(answer, place) }));
    },
    ruleFault: (rule) => ruleFault(rule, task.toolsFor(session.state.model)),
    allow: (rule, scope) =>
      userAnswers(configuration)
        .of(
          () => answerPlace(cwd),
          (line) => context.stderr.message(line),
        )
        .save(scope, [rule]),
    protectedPaths: () =>
      protectedIn(cwd)
        .filter((path) => existsSync(path))
        .map((path) => relative(cwd, path)),
    denials: task.denials.line,
    trustReview: () => reviewProject(cwd, env),
    servers: async () => (await import("../../mcp/index.ts")).serverItems(configuration, task.mcp),
    changeServer: async (name, action, print) =>
      (await import("../../mcp/index.ts")).changeServer(name, action, { configuration, servers: task.mcp, env, print }),
    sandbox: () => sandboxText(task),
    commands: () => resourceCommands(task, cwd),
    cox: async (words) => {
      let text = "";
      const output = outputTo((piece) => void (text += piece), { columns, isTerminal: false });
      await runCommand(words, { ...here, stdin: noInput(), stdout: output, stderr: output });
      return text.trimEnd();
    },
    saveTheme,
    copy: (text) => copyText(text, { env, platform: process.platform, write }),
  };
};

/** Standard input of a command, which must not read the keys of the screen. It has what commands use of a stream. */
const noInput = (): ProcessContext["stdin"] => new PassThrough().end() as unknown as ProcessContext["stdin"];

/** Milliseconds that the server of `--base-url` may take to list its models. */
const LIST_TIMEOUT = 2000;

/** The available models, those of local servers and of `--base-url`, and the session's own: favorites first. */
const modelRows = async (task: TaskParts, current: string, env: ProcessContext["env"]): Promise<readonly ModelRow[]> => {
  const { models, providers } = task.configuration;
  const address = providers.custom?.[CUSTOM]?.baseURL;
  const [listed, favorites, servers, own, named] = await Promise.all([
    models.list(),
    favoriteModels(task),
    localServers({ env }),
    address === undefined ? undefined : servedAt(CUSTOM, address, { timeout: LIST_TIMEOUT }),
    models.get(current).catch(() => undefined), // its key may no longer exist; the list is for choosing another one
  ]);
  const infos = [
    ...(named === undefined ? [] : [named.info]),
    ...[...servers, ...(own === undefined ? [] : [own])].flatMap((server) => server.models),
    ...listed.flatMap(({ info, available }) => (available ? [info] : [])),
  ];
  const rows = [...new Map(infos.map((info) => [info.reference, info])).values()].map((info) => ({
    info,
    isFavorite: favorites.includes(info.reference),
  }));
  return [...rows.filter(({ isFavorite }) => isFavorite), ...rows.filter(({ isFavorite }) => !isFavorite)];
};

/** The default model, and those of the setting `scopedModels`. */
const favoriteModels = async ({ configuration }: TaskParts): Promise<readonly string[]> => {
  const { models, settings } = configuration;
  const chosen = await chooseModel(configuration).catch(() => undefined); // its name is reported where it is used
  const scope = settings.scopedModels === undefined ? [] : (await modelScope(models, settings.scopedModels)).models;
  return [...(chosen === undefined ? [] : [chosen.reference]), ...scope.map(({ info }) => info.reference)];
};

const sandboxText = async ({ sandboxProbe, configuration }: TaskParts): Promise<string> => {
  const { mode = "auto" } = configuration.settings.sandbox ?? {};
  const sandbox = await sandboxProbe.confinement();
  if (sandbox.kind === "none") return `Commands run without a sandbox (setting ${mode}): ${sandbox.reason}`;
  const network = sandbox.network === "off" ? "without network" : `with the network hosts ${sandbox.network.join(", ")}`;
  const missing = (sandbox.missing ?? []).map((part) => `\nNot confined: ${part}`);
  return `Commands run in a sandbox (${sandbox.kind}, setting ${mode}) ${network}.${missing.join("")}`;
};

const resourceCommands = async (task: TaskParts, cwd: string): Promise<readonly ListedCommand[]> => {
  const { templates, skills } = await task.invocable(cwd);
  const own = task.extensions?.commands ?? [];
  return [
    ...own.map(({ name, description, argumentHint }) => ({
      ...listed(name, description, argumentHint),
      fullName: extensionFullName(name),
    })),
    ...templates.map(({ name, description, argumentHint }) => ({
      ...listed(name, description, argumentHint),
      fullName: templateFullName(name),
    })),
    ...skills.map(({ name, description }) => listed(`skill:${name}`, description, "[TASK]")),
    ...serverPrompts(task),
  ];
};

/** The prompts of MCP servers, as far as they are known. */
const serverPrompts = ({ mcp }: Pick<TaskParts, "mcp">): readonly ListedCommand[] =>
  (mcp?.servers ?? []).flatMap((server) =>
    (server.manifest?.prompts ?? []).map(({ name, description = "", arguments: all }) => {
      const words = all.map((argument) => (argument.required ? argument.name.toUpperCase() : `[${argument.name.toUpperCase()}]`)).join(" ");
      return listed(`${server.name}:${name}`, description, words === "" ? undefined : words);
    }),
  );

const listed = (name: string, summary: string, words: string | undefined): ListedCommand => ({
  name,
  summary,
  ...(words === undefined ? {} : { arguments: words }),
});
