import { fileURLToPath, pathToFileURL } from "node:url";
import { asRecord, unlessAborted } from "../base/index.ts";
import { cleanLine, type CodeProblem, type Programs, type RunningProgram, type Timers } from "../workspace/index.ts";
import type { Connection } from "./connection.ts";
import { languageId, type Language } from "./languages.ts";
import { problemsIn, tsserverProblems } from "./protocol.ts";
import type { ServerCommand } from "./server-command.ts";

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

interface OpenDocument {
  version: number;
  text: string;
}

/** Maximum number of documents that are open in a server. */
const MAX_DOCUMENTS = 64;
/** Milliseconds between two checks of the memory. */
const MEMORY_CHECK = 5000;
/** Milliseconds without a further publication after which published diagnostics count as complete. */
const QUIET = 150;
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
  readonly #documents = new Map<string, OpenDocument>();
  /** Latest diagnostics that the server published on its own, by path. */
  readonly #published = new Map<string, readonly CodeProblem[]>();
  readonly #publication = new Map<string, () => void>();
  /** Resolves once the server answers requests for diagnostics. It may register this long after its start. */
  readonly #pulls = Promise.withResolvers<"pull">();
  #isPulling = false;
  #cancelCheck: () => void;
  #queue: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Call `initialize` next. */
  constructor(options: ServerOptions, process: RunningProgram, connection: Connection) {
    this.#options = options;
    this.#process = process;
    this.#connection = connection;
    this.#cancelCheck = options.timers.after(MEMORY_CHECK, () => void this.#checkMemory());
    void process.ended.then((end) =>
      this.fail(`it ended (${end.kind === "exit" ? `exit code ${end.code}` : "killed"})${reasonIn(process.errors)}`),
    );
  }

  /** Resolves with the reason when the server can no longer be used: a clause about it. */
  get over(): Promise<string> {
    return this.#reason.promise;
  }

  /** True while a diagnostics request waits for an answer. */
  get isBusy(): boolean {
    return this.#waiting > 0;
  }

  /** @throws the reason why it failed */
  async initialize(): Promise<void> {
    const { root, command, startTimeout } = this.#options;
    const uri = pathToFileURL(root).href;
    const answer = await this.#request(
      "initialize",
      {
        // Servers end themselves with this process, unless they cannot see it.
        processId: this.#process.confinement.kind === "bubblewrap" ? null : process.pid,
        clientInfo: { name: "coxswain" },
        rootPath: root,
        rootUri: uri,
        workspaceFolders: [{ uri, name: "workspace" }],
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

  /** Answers a request of the server. */
  answer(method: string, params: unknown): { readonly result: unknown } | undefined {
    const { root, command } = this.#options;
    switch (method) {
      case "workspace/configuration": {
        const { items } = asRecord(params);
        return { result: Array.isArray(items) ? items.map((item) => command.settings[String(asRecord(item)["section"])] ?? null) : [] };
      }
      case "workspace/workspaceFolders":
        return { result: [{ uri: pathToFileURL(root).href, name: "workspace" }] };
      case "client/registerCapability": {
        const { registrations } = asRecord(params);
        const methods = Array.isArray(registrations) ? registrations.map((one) => asRecord(one)["method"]) : [];
        if (methods.includes("textDocument/diagnostic")) this.#pull();
        return { result: null };
      }
      case "workspace/applyEdit":
        return { result: { applied: false } };
      default:
        return method.startsWith("window/") || method.endsWith("/refresh") || method === "client/unregisterCapability"
          ? { result: null }
          : undefined;
    }
  }

  /** Receives a notification of the server. */
  notified(method: string, params: unknown): void {
    if (method !== "textDocument/publishDiagnostics") return;
    const { uri, version, diagnostics } = asRecord(params);
    const path = pathOf(String(uri));
    const open = path === undefined ? undefined : this.#documents.get(path);
    if (path === undefined || open === undefined || (typeof version === "number" && version < open.version)) return;
    this.#published.set(path, problemsIn(diagnostics, path));
    this.#publication.get(path)?.();
  }

  /**
   * Returns the problems of a file with this content. Requests are answered one after the other, since a server computes them
   * for the content that it has at the time.
   */
  async problems(path: string, text: string, signal: AbortSignal): Promise<readonly CodeProblem[]> {
    this.#waiting += 1;
    const before = this.#queue;
    const answer = before.then(() => {
      signal.throwIfAborted();
      this.sync(path, text);
      return this.#problems(path);
    });
    this.#queue = answer.catch(() => undefined).finally(() => (this.#waiting -= 1));
    return answer;
  }

  /** Sends a request about a file with this content. */
  async query(method: string, params: object, signal: AbortSignal): Promise<unknown> {
    return this.#request(method, params, signal, this.#options.requestTimeout);
  }

  /** Opens a document, or replaces its content. */
  sync(path: string, text: string): void {
    const open = this.#documents.get(path);
    const uri = pathToFileURL(path).href;
    if (open?.text === text) return;
    this.#published.delete(path);
    if (open === undefined) {
      const [oldest] = this.#documents.keys();
      if (this.#documents.size >= MAX_DOCUMENTS && oldest !== undefined) this.close(oldest);
      this.#documents.set(path, { version: 1, text });
      const { language } = this.#options;
      this.#connection.notify("textDocument/didOpen", { textDocument: { uri, languageId: languageId(path, language), version: 1, text } });
      return;
    }
    open.version += 1;
    open.text = text;
    this.#connection.notify("textDocument/didChange", { textDocument: { uri, version: open.version }, contentChanges: [{ text }] });
    // Some servers check a file only when it is saved.
    this.#connection.notify("textDocument/didSave", { textDocument: { uri }, text });
  }

  /** Paths of the open documents. */
  get documents(): readonly string[] {
    return [...this.#documents.keys()];
  }

  /** Closes a document, for example of a file that was deleted. */
  close(path: string): void {
    if (!this.#documents.delete(path)) return;
    this.#published.delete(path);
    this.#connection.notify("textDocument/didClose", { textDocument: { uri: pathToFileURL(path).href } });
  }

  /** Notifies the server that files on disk were created, changed or deleted. */
  filesChanged(changes: readonly { readonly path: string; readonly type: "created" | "changed" | "deleted" }[]): void {
    const numbers = { created: 1, changed: 2, deleted: 3 };
    this.#connection.notify("workspace/didChangeWatchedFiles", {
      changes: changes.map(({ path, type }) => ({ uri: pathToFileURL(path).href, type: numbers[type] })),
    });
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

  async #problems(path: string): Promise<readonly CodeProblem[]> {
    const { command, requestTimeout } = this.#options;
    const { signal } = this.#over;
    if (command.tsserver) {
      const ask = async (name: string): Promise<readonly CodeProblem[]> => {
        const params = { command: "typescript.tsserverRequest", arguments: [name, { file: path }] };
        return tsserverProblems(await this.#request("workspace/executeCommand", params, signal, requestTimeout), path);
      };
      return [...(await ask("syntacticDiagnosticsSync")), ...(await ask("semanticDiagnosticsSync"))];
    }
    if (!this.#isPulling) {
      const published = await this.#publishedProblems(path);
      if (published !== "pull") return published;
    }
    const params = { textDocument: { uri: pathToFileURL(path).href } };
    return problemsIn(asRecord(await this.#request("textDocument/diagnostic", params, signal, requestTimeout))["items"], path);
  }

  #pull(): void {
    this.#isPulling = true;
    this.#pulls.resolve("pull");
  }

  /** Waits until the server has published the problems of a file, and publishes no others, or can be asked for them. */
  async #publishedProblems(path: string): Promise<readonly CodeProblem[] | "pull"> {
    const { timers, requestTimeout } = this.#options;
    const settled = Promise.withResolvers<"published">();
    let cancel = timers.after(requestTimeout, () => this.fail(unanswered(requestTimeout)));
    const quiet = (): void => {
      cancel();
      cancel = timers.after(QUIET, () => settled.resolve("published"));
    };
    this.#publication.set(path, quiet);
    if (this.#published.has(path)) quiet();
    try {
      const failed = this.over.then((reason) => Promise.reject(new Error(reason)));
      const kind = await Promise.race([settled.promise, this.#pulls.promise, failed]);
      return kind === "pull" ? kind : (this.#published.get(path) ?? []);
    } finally {
      cancel();
      this.#publication.delete(path);
    }
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

const CAPABILITIES = {
  workspace: {
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: {},
    didChangeWatchedFiles: { dynamicRegistration: true },
    symbol: {},
    workspaceEdit: { documentChanges: true },
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { versionSupport: true },
    diagnostic: { dynamicRegistration: true },
    definition: { linkSupport: true },
    references: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    rename: {},
  },
};
