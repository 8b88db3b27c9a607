import { fileURLToPath, pathToFileURL } from "node:url";
import { asRecord, unlessAborted } from "../base/index.ts";
import { cleanLine, type CodeProblem, type Programs, type RunningProgram, type Timers } from "../workspace/index.ts";
import type { Connection } from "./connection.ts";
import type { Language } from "./languages.ts";
import { OpenDocuments } from "./open-documents.ts";
import { problemsIn, tsserverProblems } from "./protocol.ts";
import { Publications } from "./publications.ts";
import type { ServerCommand } from "./server-command.ts";
import { answerServer, CAPABILITIES, workspaceFolders } from "./server-requests.ts";

export interface ServerOptions {
  readonly programs: Programs;
  /** Absolute path of the folder. */
  readonly root: string;
  readonly language: Language;
  readonly command: ServerCommand;
  /** Milliseconds until a start fails. */
  readonly startTimeout: number;
  /** Milliseconds until a server that does not answer is ended. */
  readonly requestTimeout: number;
  /** Bytes of resident memory above which it is ended. */
  readonly maxMemory: number;
  /** Ends the server, also while it starts. */
  readonly signal: AbortSignal;
  readonly timers: Timers;
}

/** A change of a file on disk. */
export interface FileEvent {
  /** Absolute. */
  readonly path: string;
  readonly type: "created" | "changed" | "deleted";
}

/** Numbers of the protocol. */
const FILE_EVENTS: Readonly<Record<FileEvent["type"], number>> = { created: 1, changed: 2, deleted: 3 };
/** Milliseconds between two checks of the memory. */
const MEMORY_CHECK = 5000;
/** Milliseconds to wait for diagnostics that a server publishes on its own. */
const PUBLICATION = 15_000;
/** Milliseconds before an interrupted request is sent again. */
const RETRY = 200;
/** Codes of errors: the content was modified, the server cancelled the request. */
const INTERRUPTED: ReadonlySet<number> = new Set([-32_801, -32_802]);

/** A running server of one language. */
export class Server {
  readonly #options: ServerOptions;
  readonly #process: RunningProgram;
  readonly #connection: Connection;
  readonly #over = new AbortController();
  readonly #reason = Promise.withResolvers<string>();
  readonly #documents: OpenDocuments;
  readonly #publications: Publications;
  /** True if the server answers requests for diagnostics. It may register this long after its start. */
  #isPulling = false;
  #cancelCheck: () => void;
  #turn: Promise<unknown> = Promise.resolve();

  /** Call `initialize` next. */
  constructor(options: ServerOptions, process: RunningProgram, connection: Connection) {
    this.#options = options;
    this.#process = process;
    this.#connection = connection;
    this.#documents = new OpenDocuments(options.language, (method, params) => connection.notify(method, params));
    this.#publications = new Publications(options.timers);
    this.#cancelCheck = options.timers.after(MEMORY_CHECK, () => void this.#checkMemory());
    void process.ended.then((end) =>
      this.fail(`it ended (${end.kind === "exit" ? `exit code ${end.code}` : "killed"})${reasonIn(process.errors)}`),
    );
  }

  /** Resolves with the reason when the server can no longer be used: a clause about it. */
  get over(): Promise<string> {
    return this.#reason.promise;
  }

  /** @throws the reason why it failed */
  async initialize(): Promise<void> {
    const { root, command, startTimeout } = this.#options;
    const folders = workspaceFolders(root);
    const answer = await this.#request(
      "initialize",
      {
        // Servers end themselves with this process, unless they cannot see it.
        processId: this.#process.confinement.kind === "bubblewrap" ? null : process.pid,
        clientInfo: { name: "coxswain" },
        rootPath: root,
        rootUri: folders[0]?.uri,
        workspaceFolders: folders,
        capabilities: CAPABILITIES,
        initializationOptions: command.initializationOptions,
      },
      this.#over.signal,
      startTimeout,
    );
    const { diagnosticProvider } = asRecord(asRecord(answer)["capabilities"]);
    if (diagnosticProvider) this.#pull();
    this.#connection.notify("initialized", {});
    this.#connection.notify("workspace/didChangeConfiguration", { settings: command.settings });
  }

  /** Answers a request of the server. Undefined: the method is unknown. */
  answer(method: string, params: unknown): { readonly result: unknown } | undefined {
    const { root, command } = this.#options;
    const registered = (one: string): void => void (one === "textDocument/diagnostic" && this.#pull());
    return answerServer(method, params, { root, command, registered });
  }

  /** Receives a notification of the server. */
  notified(method: string, params: unknown): void {
    if (method !== "textDocument/publishDiagnostics") return;
    const { uri, version, diagnostics } = asRecord(params);
    const path = pathOf(String(uri));
    const current = path === undefined ? undefined : this.#documents.version(path);
    if (path === undefined || current === undefined || (typeof version === "number" && version < current)) return;
    this.#publications.receive(path, problemsIn(diagnostics, path));
  }

  /**
   * Runs an action when all earlier ones have ended: a server answers for the contents that its documents have at the time. The
   * action's signal aborts also when the server ends. Rejects at once when it aborts.
   */
  exclusively<T>(signal: AbortSignal, action: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const either = AbortSignal.any([signal, this.#over.signal]);
    const turn = this.#turn.then(() => {
      either.throwIfAborted();
      return action(either);
    });
    this.#turn = turn.catch(() => undefined);
    return unlessAborted(turn, either);
  }

  /** Sends a request. */
  async query(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    return this.#request(method, params, signal, this.#options.requestTimeout);
  }

  /** Returns the problems of an open document. */
  async problems(path: string, signal: AbortSignal): Promise<readonly CodeProblem[]> {
    if (this.#options.command.tsserver) {
      const found: CodeProblem[] = [];
      for (const name of ["syntacticDiagnosticsSync", "semanticDiagnosticsSync"]) {
        const params = { command: "typescript.tsserverRequest", arguments: [name, { file: path }] };
        found.push(...tsserverProblems(await this.query("workspace/executeCommand", params, signal), path));
      }
      return found;
    }
    const params = { textDocument: { uri: pathToFileURL(path).href } };
    const published = this.#isPulling ? undefined : await this.#publications.settled(path, PUBLICATION, signal);
    if (this.#isPulling) return problemsIn(asRecord(await this.query("textDocument/diagnostic", params, signal))["items"], path);
    if (published !== undefined) return published;
    // It may have nothing to publish, because the problems are the same as before. It is ended if it does not answer this either.
    await this.query("textDocument/documentSymbol", params, signal).catch(() => undefined);
    throw new Error(`it has published no errors within ${PUBLICATION / 1000} s`);
  }

  /** Opens a document, or replaces its content. */
  sync(path: string, text: string): void {
    if (this.#documents.sync(path, text)) this.#publications.forget(path);
  }

  /** Paths of the open documents. */
  get documents(): readonly string[] {
    return this.#documents.paths;
  }

  /** Closes a document, for example of a file that was deleted. */
  close(path: string): void {
    this.#documents.close(path);
    this.#publications.forget(path);
  }

  /** Notifies the server of changes on disk. */
  filesChanged(events: readonly FileEvent[]): void {
    const changes = events.map(({ path, type }) => ({ uri: pathToFileURL(path).href, type: FILE_EVENTS[type] }));
    this.#connection.notify("workspace/didChangeWatchedFiles", { changes });
  }

  /** Ends the server for a reason: a clause about it. */
  fail(reason: string): void {
    if (this.#over.signal.aborted) return;
    this.#cancelCheck();
    this.#over.abort(new Error(reason));
    this.#reason.resolve(reason);
    this.#connection.close();
    void this.#process.end();
  }

  /** Resolves when its processes have ended. */
  get ended(): Promise<unknown> {
    return this.#process.ended;
  }

  #pull(): void {
    this.#isPulling = true;
    this.#publications.settleAll();
  }

  /** A server that does not answer in time is ended. One that a change interrupts is asked again for the same time. */
  async #request(method: string, params: unknown, signal: AbortSignal, timeout: number): Promise<unknown> {
    const { timers } = this.#options;
    const either = AbortSignal.any([signal, this.#over.signal]);
    const end = timers.now() + timeout;
    for (;;) {
      const cancel = timers.after(timeout, () => this.fail(unanswered(timeout)));
      try {
        return await this.#connection.request(method, params, either);
      } catch (error) {
        if (!INTERRUPTED.has(Number(asRecord(error)["code"])) || timers.now() > end) throw error;
      } finally {
        cancel();
      }
      await unlessAborted(new Promise<void>((resolve) => void timers.after(RETRY, resolve)), either);
    }
  }

  async #checkMemory(): Promise<void> {
    const { maxMemory, timers } = this.#options;
    const bytes = await this.#process.memory();
    if (this.#over.signal.aborted) return;
    if (bytes !== undefined && bytes > maxMemory) return this.fail(`it used ${megabytes(bytes)}, and ${megabytes(maxMemory)} are allowed`);
    this.#cancelCheck = timers.after(MEMORY_CHECK, () => void this.#checkMemory());
  }
}

/** Starts a server, and waits until it is initialized. @throws the reason why it failed: a clause about it */
export const startServer = async (options: ServerOptions): Promise<Server> => {
  const { openConnection } = await import("./connection.ts");
  const { programs, command } = options;
  const opened: { connection?: Connection } = {};
  const process = await programs.start({
    program: command.program,
    args: command.args,
    env: command.env,
    onOutput: (bytes) => opened.connection?.receive(bytes),
  });
  opened.connection = openConnection({
    write: (bytes) => process.write(bytes),
    answer: (method, params) => server.answer(method, params),
    notified: (method, params) => server.notified(method, params),
    failed: (reason) => server.fail(reason),
  });
  const server = new Server(options, process, opened.connection);
  const end = (): void => server.fail("it was ended");
  options.signal.addEventListener("abort", end, { once: true });
  if (options.signal.aborted) end();
  try {
    await server.initialize();
    return server;
  } catch (error) {
    server.fail(error instanceof Error ? cleanLine(error.message, 300) : "it could not be initialized");
    await process.end();
    throw new Error(await server.over, { cause: error });
  }
};

/** Path of a file's address. Undefined for other addresses. */
export const pathOf = (uri: string): string | undefined => {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
};

const unanswered = (milliseconds: number): string => `it did not answer within ${Math.round(milliseconds / 1000)} s`;

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;

/** The line of standard error that is most likely the reason: the first with an error, otherwise the last one. */
const reasonIn = (errors: string): string => {
  const lines = errors.trim().split("\n");
  const line = cleanLine(lines.find((one) => /error/i.test(one)) ?? lines.at(-1) ?? "", 300);
  return line === "" ? "" : `: ${line}`;
};
