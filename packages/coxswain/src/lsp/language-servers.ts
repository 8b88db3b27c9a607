import { unlessAborted } from "../base/index.ts";
import { ToolError } from "../loop/index.ts";
import {
  type CodeFileEdits,
  type CodePosition,
  type CodeProblem,
  type CodeRange,
  type CodeService,
  type CodeSymbol,
  systemTimers,
  type Timers,
  type Workspace,
} from "../workspace/index.ts";
import { cleanLine } from "../workspace/index.ts";
import { checkEdit, type EditCheck } from "./edit-check.ts";
import { LANGUAGES, languageOf } from "./languages.ts";
import { presentLanguages } from "./present-languages.ts";
import { editsIn, rangesIn, symbolsIn } from "./protocol.ts";
import { readSource } from "./read-source.ts";
import { type LanguageServerState, RestartingServer } from "./restarting-server.ts";
import { pathOf, type Server } from "./server.ts";
import { findServer, type LanguageOptions } from "./server-command.ts";
import { pathToFileURL } from "node:url";

export interface LanguageServersOptions {
  /** Settings by the name of a language: `typescript`, `python`, `go`, `rust`, `c`, `json`, `yaml`, `bash`. Default: none. */
  readonly languages?: Readonly<Record<string, LanguageOptions>>;
  /** Milliseconds that the result of an edit waits for new errors; 0: edits are not checked. Default: 3,000. */
  readonly diagnosticsTimeout?: number;
  /** Milliseconds until a start fails. Default: 30,000. */
  readonly startTimeout?: number;
  /** Milliseconds until a server that does not answer is ended. Default: 60,000. */
  readonly requestTimeout?: number;
  /** Bytes of resident memory above which a server is ended. Default: 2 GiB. */
  readonly maxMemory?: number;
  readonly timers?: Timers;
}

export interface LanguageServersHost {
  readonly workspace: Workspace;
  /** True if the user trusts the folder. Until then, no code of it is loaded. */
  readonly trusted: boolean;
  /** Receives sentences about servers that fail. */
  readonly warn: (message: string) => void;
}

/** State of one language whose files the folder has. */
export interface LanguageStatus {
  readonly language: string;
  readonly label: string;
  readonly state: LanguageServerState;
}

/** The language servers of one folder. */
export class LanguageServers implements CodeService {
  readonly #workspace: Workspace;
  readonly #servers: readonly RestartingServer[];
  readonly #diagnosticsTimeout: number;
  readonly #timers: Timers;

  constructor(options: LanguageServersOptions, { workspace, trusted, warn }: LanguageServersHost) {
    const { languages = {}, diagnosticsTimeout = 3000, timers = systemTimers } = options;
    const { startTimeout = 30_000, requestTimeout = 60_000, maxMemory = 2 ** 31 } = options;
    this.#workspace = workspace;
    this.#diagnosticsTimeout = diagnosticsTimeout;
    this.#timers = timers;
    const { programs, root } = workspace;
    this.#servers =
      programs === undefined
        ? []
        : LANGUAGES.map(
            (language) =>
              new RestartingServer({
                programs,
                root,
                language,
                startTimeout,
                requestTimeout,
                maxMemory,
                timers,
                warn,
                find: () => findServer({ workspace, language, options: languages[language.name] ?? {}, trusted }),
              }),
          );
  }

  /** Returns the states of the languages that the folder uses, or that settings name. Starts nothing. */
  async status(): Promise<readonly LanguageStatus[]> {
    const present = await presentLanguages(this.#workspace);
    return Promise.all(
      this.#servers
        .filter(({ language }) => present.has(language.name))
        .map(async (server) => ({ language: server.language.name, label: server.language.label, state: await server.state() })),
    );
  }

  serves(path: string): boolean {
    return this.#serverOf(path)?.isUsable === true;
  }

  /** Starts the server of a file in the background, so that it is ready for an edit. */
  touch(path: string): void {
    const server = this.#serverOf(path);
    if (server?.isUsable !== true || server.running !== undefined) return;
    const open = async (): Promise<void> => {
      const text = await readSource(this.#workspace, path);
      if (text !== undefined) (await server.start()).sync(path, text);
    };
    open().catch(() => undefined); // the state has the reason, and `warn` received it
  }

  /** Begins to check an edit of these files, before it happens. Undefined: no server serves them. */
  async beginEdit(paths: readonly string[]): Promise<EditCheck | undefined> {
    if (this.#diagnosticsTimeout === 0) return undefined;
    const files = paths.flatMap((path) => {
      const server = this.#serverOf(path);
      return server?.isUsable === true ? [{ path, server }] : [];
    });
    const running = (): readonly Server[] => this.#servers.flatMap(({ running: server }) => server ?? []);
    return checkEdit({ files, workspace: this.#workspace, running, timeout: this.#diagnosticsTimeout, timers: this.#timers });
  }

  async diagnostics(path: string, signal: AbortSignal): Promise<readonly CodeProblem[]> {
    const { server, text } = await this.#prepare(path, signal);
    return asked(server.problems(path, text, signal));
  }

  async definition(at: CodePosition, signal: AbortSignal): Promise<readonly CodeRange[]> {
    return rangesIn(await this.#ask("textDocument/definition", at, {}, signal), pathOf);
  }

  async references(at: CodePosition, signal: AbortSignal): Promise<readonly CodeRange[]> {
    return rangesIn(await this.#ask("textDocument/references", at, { context: { includeDeclaration: true } }, signal), pathOf);
  }

  async symbolsIn(path: string, signal: AbortSignal): Promise<readonly CodeSymbol[]> {
    const { server } = await this.#prepare(path, signal);
    const symbols = symbolsIn(await asked(server.query("textDocument/documentSymbol", documentOf(path), signal)), pathOf, path);
    return symbols.toSorted(({ start: one }, { start: other }) => one.line - other.line || one.character - other.character);
  }

  async findSymbols(query: string, signal: AbortSignal): Promise<readonly CodeSymbol[]> {
    const running = this.#servers.flatMap(({ running: server }) => server ?? []);
    if (running.length === 0) throw new ToolError("No language server runs yet. Give the path of a file, or read one first.");
    const answers = await Promise.all(
      // A server that cannot search answers with an error.
      running.map((server) => server.query("workspace/symbol", { query }, signal).catch(() => [])),
    );
    return answers.flatMap((answer) => symbolsIn(answer, pathOf));
  }

  async rename(at: CodePosition, newName: string, signal: AbortSignal): Promise<readonly CodeFileEdits[]> {
    const edits = editsIn(await this.#ask("textDocument/rename", at, { newName }, signal), pathOf);
    if (edits === undefined) throw new ToolError("This rename would also move files. Nothing was changed. Move them with bash first.");
    return edits;
  }

  /** Ends all servers. Resolves when their processes have ended. */
  async close(): Promise<void> {
    await Promise.all(this.#servers.map((server) => server.close()));
  }

  async #ask(method: string, { path, line, character }: CodePosition, params: object, signal: AbortSignal): Promise<unknown> {
    const { server } = await this.#prepare(path, signal);
    return asked(server.query(method, { ...documentOf(path), position: { line, character }, ...params }, signal));
  }

  #serverOf(path: string): RestartingServer | undefined {
    const language = languageOf(path);
    return language === undefined ? undefined : this.#servers.find((server) => server.language === language);
  }

  /** Starts the server of a file if needed, with the current content of the documents that it has. */
  async #prepare(path: string, signal: AbortSignal): Promise<{ readonly server: Server; readonly text: string }> {
    const restarting = this.#serverOf(path);
    if (restarting === undefined) throw new ToolError("There is no language server for files of this kind. Use grep instead.");
    const text = await readSource(this.#workspace, path);
    if (text === undefined) throw new ToolError("The file does not exist, is not text, or is too large for a language server.");
    const server = await unlessAborted(restarting.start(), signal).catch((error: unknown) => {
      throw unavailable(restarting.language.label, error);
    });
    signal.throwIfAborted();
    await refresh(server, this.#workspace);
    server.sync(path, text);
    return { server, text };
  }
}

const documentOf = (path: string) => ({ textDocument: { uri: pathToFileURL(path).href } });

/** Programs other than tools may have changed the files that are open in a server. */
const refresh = async (server: Server, workspace: Workspace): Promise<void> => {
  const read = async (path: string): Promise<void> => {
    const text = await readSource(workspace, path);
    if (text === undefined) server.close(path);
    else server.sync(path, text);
  };
  await Promise.all(server.documents.map(read));
};

const unavailable = (label: string, error: unknown): ToolError =>
  new ToolError(`There is no language server for ${label}: ${(error as Error).message}. Use grep instead.`, { cause: error });

/** Converts the error of a server to one for the model. */
const asked = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer;
  } catch (error) {
    throw new ToolError(`The language server failed: ${cleanLine((error as Error).message, 500)}.`, { cause: error });
  }
};
