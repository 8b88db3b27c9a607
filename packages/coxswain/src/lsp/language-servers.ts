import { unlessAborted } from "../base/index.ts";
import { ToolError } from "../loop/index.ts";
import {
  cleanLine,
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
import { checkEdit, type EditCheck } from "./edit-check.ts";
import { LANGUAGES, languageOf } from "./languages.ts";
import { presentLanguages } from "./present-languages.ts";
import { editsIn, rangesIn, symbolsIn } from "./protocol.ts";
import { readSource, refreshDocuments } from "./read-source.ts";
import { type LanguageServerState, RestartingServer } from "./restarting-server.ts";
import { type FileEvent, pathOf, type Server } from "./server.ts";
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
  /** Servers that owe the answer to the check of an edit whose time is over. */
  readonly #late = new Set<RestartingServer>();

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

  /** Returns the states of the languages that the folder uses. Starts nothing. */
  async status(): Promise<readonly LanguageStatus[]> {
    const present = await presentLanguages(this.#workspace);
    return Promise.all(
      this.#servers
        .filter(({ language }) => present.has(language.name))
        .map(async (server) => ({ language: server.language.name, label: server.language.label, state: await server.state() })),
    );
  }

  serves(path: string): boolean {
    return this.#usableServerOf(path) !== undefined;
  }

  /** Starts the server of a file in the background, so that it is ready for an edit. */
  touch(path: string): void {
    const server = this.#usableServerOf(path);
    if (server === undefined || server.running !== undefined) return;
    const open = async (): Promise<void> => {
      const text = await readSource(this.#workspace, path);
      if (text !== undefined) (await server.start()).sync(path, text);
    };
    open().catch(() => undefined); // the state has the reason, and `warn` received it
  }

  /**
   * Begins to check an edit of these files, before it happens. Undefined: no server serves them, and none runs that has to know of
   * the changes.
   */
  async beginEdit(paths: readonly string[]): Promise<EditCheck | undefined> {
    const usable = paths.flatMap((path) => this.#usableServerOf(path) ?? []);
    const states = this.#diagnosticsTimeout === 0 ? [] : await Promise.all([...new Set(usable)].map((server) => server.state()));
    const isServed = states.some(({ kind }) => kind !== "unavailable");
    if (paths.length === 0 || (!isServed && this.#running.length === 0)) return undefined;
    return checkEdit({
      paths,
      serverOf: (path) => (isServed ? this.#usableServerOf(path) : undefined),
      workspace: this.#workspace,
      filesChanged: (events) => this.filesChanged(events),
      late: this.#late,
      timeout: this.#diagnosticsTimeout,
      timers: this.#timers,
    });
  }

  /** Notifies the running servers of changes on disk, such as those of a command: not all of them watch the folder. */
  filesChanged(events: readonly FileEvent[]): void {
    if (events.length > 0) for (const server of this.#running) server.filesChanged(events);
  }

  async diagnostics(path: string, signal: AbortSignal): Promise<readonly CodeProblem[]> {
    return this.#use(path, signal, (server, either) => server.problems(path, either));
  }

  async definition(at: CodePosition, signal: AbortSignal): Promise<readonly CodeRange[]> {
    return rangesIn(await this.#ask("textDocument/definition", at, {}, signal), pathOf);
  }

  async references(at: CodePosition, signal: AbortSignal): Promise<readonly CodeRange[]> {
    return rangesIn(await this.#ask("textDocument/references", at, { context: { includeDeclaration: true } }, signal), pathOf);
  }

  async symbolsIn(path: string, signal: AbortSignal): Promise<readonly CodeSymbol[]> {
    const answer = await this.#use(path, signal, (server, either) => server.query("textDocument/documentSymbol", documentOf(path), either));
    return symbolsIn(answer, pathOf, path).toSorted(
      ({ start: one }, { start: other }) => one.line - other.line || one.character - other.character,
    );
  }

  async findSymbols(query: string, signal: AbortSignal): Promise<readonly CodeSymbol[]> {
    const running = this.#running;
    if (running.length === 0) throw new ToolError("No language server runs yet. Give the path of a file, or read one first.");
    const search = async (server: Server): Promise<unknown> => {
      const answer = server.exclusively(signal, async (either) => {
        await refreshDocuments(server, this.#workspace, []);
        return server.query("workspace/symbol", { query }, either);
      });
      // A server that cannot search answers with an error.
      return answer.catch(() => []);
    };
    const answers = await Promise.all(running.map(search));
    signal.throwIfAborted();
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

  #ask(method: string, { path, line, character }: CodePosition, params: object, signal: AbortSignal): Promise<unknown> {
    const all = { ...documentOf(path), position: { line, character }, ...params };
    return this.#use(path, signal, (server, either) => server.query(method, all, either));
  }

  get #running(): readonly Server[] {
    return this.#servers.flatMap(({ running }) => running ?? []);
  }

  #usableServerOf(path: string): RestartingServer | undefined {
    const server = this.#serverOf(path);
    return server?.isUsable === true ? server : undefined;
  }

  #serverOf(path: string): RestartingServer | undefined {
    const language = languageOf(path);
    return language === undefined ? undefined : this.#servers.find((server) => server.language === language);
  }

  /** Asks the server of a file, which starts if needed, with the current contents of its documents and of the file. */
  async #use<T>(path: string, signal: AbortSignal, ask: (server: Server, signal: AbortSignal) => Promise<T>): Promise<T> {
    const restarting = this.#serverOf(path);
    if (restarting === undefined) throw new ToolError("There is no language server for files of this kind. Use grep instead.");
    const server = await unlessAborted(restarting.start(), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      throw unavailable(restarting.language.label, error);
    });
    const answer = server.exclusively(signal, async (either) => {
      await refreshDocuments(server, this.#workspace, [path]);
      const text = await readSource(this.#workspace, path);
      if (text === undefined) throw new ToolError("The file does not exist, is not text, or is too large for a language server.");
      server.sync(path, text);
      return ask(server, either);
    });
    return answer.catch((error: unknown) => {
      signal.throwIfAborted();
      throw error instanceof ToolError ? error : failed(error);
    });
  }
}

const documentOf = (path: string) => ({ textDocument: { uri: pathToFileURL(path).href } });

const unavailable = (label: string, error: unknown): ToolError =>
  new ToolError(`There is no language server for ${label}: ${(error as Error).message}. Use grep instead.`, { cause: error });

const failed = (error: unknown): ToolError =>
  new ToolError(`The language server failed: ${cleanLine((error as Error).message, 500)}.`, { cause: error });
