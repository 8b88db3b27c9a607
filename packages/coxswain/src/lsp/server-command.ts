import type { Workspace } from "../workspace/index.ts";
import type { Language, ServerProgram } from "./languages.ts";

/** Settings of one language. */
export interface LanguageOptions {
  /** False: no server is started. Default: true. */
  readonly enabled?: boolean;
  /** Program and arguments, in place of those that cox knows. Default: the first known program that is installed. */
  readonly command?: readonly string[];
  /** TypeScript only: absolute path of `tsserver.js`. Default: next to the server, or to `tsc` on the path. */
  readonly tsserver?: string;
}

/** A server that can be started. */
export interface ServerCommand {
  /** Absolute path. */
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly initializationOptions: Readonly<Record<string, unknown>>;
  /** By section of `workspace/configuration`. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** True if it answers requests for tsserver. */
  readonly tsserver: boolean;
}

export interface CommandSearch {
  readonly workspace: Workspace;
  readonly language: Language;
  readonly options: LanguageOptions;
  /** True if the user trusts the folder: its programs may run. */
  readonly trusted: boolean;
}

/** Returns the server of a language, or the reason that there is none: a clause with what to do. */
export const findServer = async (search: CommandSearch): Promise<ServerCommand | string> => {
  const { language, options } = search;
  if (options.enabled === false) return "it is switched off in settings";
  const reasons: string[] = [];
  for (const program of configuredPrograms(search)) {
    const found = await commandOf(program, search);
    if (typeof found !== "string") return found;
    reasons.push(found);
  }
  // A program that is installed and needs trust is the better reason.
  return reasons.find((reason) => !reason.startsWith("not installed")) ?? reasons[0] ?? `there is no server for ${language.label}`;
};

/** A program that settings name has the properties of the known one with its name; an unknown one needs trust. */
const configuredPrograms = ({ language, options }: CommandSearch): readonly ServerProgram[] => {
  const [command, ...args] = options.command ?? [];
  if (command === undefined) return language.programs;
  const match = language.programs.find((program) => program.command === command.split("/").at(-1));
  return [{ untrusted: "never", ...match, command, args }];
};

const commandOf = async (server: ServerProgram, search: CommandSearch): Promise<ServerCommand | string> => {
  const { workspace, trusted } = search;
  const { programs, root } = workspace;
  if (programs === undefined) return "this workspace cannot start programs";
  const { command, untrusted } = server;
  const folders = trusted ? [`${root}/node_modules/.bin`] : [];
  const program = command.startsWith("/") ? await fileAt(workspace, command) : await programs.find(command, folders);
  if (program === undefined) return `not installed: ${command} is not on the path`;
  const isInside = (await workspace.resolve(program)).inside;
  if (!trusted && (untrusted === "never" || isInside)) return `${command} could run programs of this folder: trust it with cox trust`;
  const guard = trusted || typeof untrusted === "string" ? {} : untrusted;
  const tsserver = server.tsserver === true ? await findTsserver(program, search) : undefined;
  if (server.tsserver === true && tsserver === undefined)
    return `${command} needs a TypeScript with tsserver.js: npm install -g typescript@5, or set lsp.languages.typescript.tsserver`;
  const python = server.python === true && trusted ? await virtualPython(workspace) : undefined;
  return {
    program,
    args: guard.args ?? server.args,
    env: { ...server.env, ...guard.env },
    initializationOptions:
      tsserver === undefined
        ? { ...server.initializationOptions }
        : { ...server.initializationOptions, tsserver: { ...asObject(server.initializationOptions?.["tsserver"]), path: tsserver } },
    settings: python === undefined ? { ...server.settings } : { ...server.settings, python: { pythonPath: python } },
    tsserver: tsserver !== undefined,
  };
};

const asObject = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});

/** A TypeScript in the folder is code of the folder. */
const findTsserver = async (program: string, { workspace, options, trusted }: CommandSearch): Promise<string | undefined> => {
  const { root, programs } = workspace;
  const tsc = await programs?.find("tsc");
  const real = async (path: string): Promise<string> => (await workspace.resolve(path)).path;
  const candidates = [
    ...(options.tsserver === undefined ? [] : [options.tsserver]),
    ...(trusted ? [`${root}/node_modules/typescript/lib/tsserver.js`] : []),
    ...above(await real(program)).map((folder) => `${folder}/node_modules/typescript/lib/tsserver.js`),
    ...(tsc === undefined ? [] : [`${folderOf(folderOf(await real(tsc)))}/lib/tsserver.js`]),
  ];
  for (const path of candidates) {
    const file = await fileAt(workspace, path);
    if (file !== undefined && (trusted || !(await workspace.resolve(file)).inside)) return file;
  }
  return undefined;
};

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** The folders above a path, nearest first. */
const above = (path: string): readonly string[] => {
  const folder = folderOf(path);
  return folder === "" ? [] : [folder, ...above(folder)];
};

const virtualPython = async (workspace: Workspace): Promise<string | undefined> => {
  for (const folder of [".venv", "venv"]) {
    const python = `${workspace.root}/${folder}/bin/python`;
    if ((await fileAt(workspace, python)) !== undefined) return python;
  }
  return undefined;
};

/** Returns the path if a file is there. */
const fileAt = async (workspace: Workspace, path: string): Promise<string | undefined> => {
  const found = await workspace.stat(path).catch(() => undefined);
  return found?.kind === "file" ? path : undefined;
};
