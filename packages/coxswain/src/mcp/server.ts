import { unlessAborted } from "../base/index.ts";
import type { Timers } from "../workspace/index.ts";
import type { Connection } from "./connection.ts";
import { McpError } from "./errors.ts";
import { explain, isLostSession } from "./explain.ts";
import type { CachedManifest } from "./manifest-cache.ts";
import type {
  McpCallResult,
  McpManifest,
  McpRequestOptions,
  McpResourceContent,
  McpServer,
  McpServerConfig,
  McpServerState,
} from "./types.ts";

export interface ServerOptions {
  readonly config: McpServerConfig;
  readonly cache: CachedManifest;
  readonly timers: Timers;
  /** Connects. `signal` aborts at the start's timeout and when the server is closed. */
  readonly connect: (era: McpManifest["era"] | undefined, signal: AbortSignal) => Promise<Connection>;
  readonly onChange: (server: McpServer) => void;
}

/** Default milliseconds until a start fails. */
export const START_TIMEOUT = 10_000;

/** Milliseconds before the first, second and third restart. There is no fourth. */
const BACKOFF = [1000, 2000, 4000] as const;

/** Milliseconds after which a running server counts as healthy, and its earlier failures no longer count. */
const HEALTHY = 300_000;

/** One server: its state, and at most one start and one connection at a time. */
export class Server implements McpServer {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly #options: ServerOptions;
  readonly #closing = new AbortController();
  #state: McpServerState;
  #connection: Connection | undefined;
  #starting: Promise<McpManifest> | undefined;
  #refreshing: Promise<void> | undefined;
  /** True if the lists have changed since the refresh in progress began. */
  #stale = false;
  #failures = 0;
  #startedAt = 0;
  /** Time of the next restart. */
  #retryAt = 0;

  constructor(options: ServerOptions) {
    this.name = options.config.name;
    this.config = options.config;
    this.#options = options;
    const manifest = options.cache.read();
    this.#state = manifest === undefined ? { kind: "configured" } : { kind: "known", manifest };
  }

  get state(): McpServerState {
    return this.#state;
  }

  get manifest(): McpManifest | undefined {
    return this.#state.kind === "configured" ? undefined : this.#state.manifest;
  }

  async start(signal: AbortSignal): Promise<McpManifest> {
    signal.throwIfAborted();
    if (this.#closing.signal.aborted) throw new McpError(this.name, "it was ended with the session");
    if (this.#state.kind === "started") return this.#state.manifest;
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return unlessAborted(this.#starting, signal);
  }

  callTool(tool: string, input: unknown, options: McpRequestOptions): Promise<McpCallResult> {
    return this.#request(options.signal, (connection) => {
      const info = this.manifest?.tools.find(({ name }) => name === tool);
      return connection.callTool(tool, info, input, options);
    });
  }

  readResource(uri: string, options: McpRequestOptions): Promise<readonly McpResourceContent[]> {
    return this.#request(options.signal, (connection) => connection.readResource(uri, options));
  }

  getPrompt(prompt: string, input: Readonly<Record<string, string>>, options: McpRequestOptions): ReturnType<McpServer["getPrompt"]> {
    return this.#request(options.signal, (connection) => connection.getPrompt(prompt, input, options));
  }

  /** Ends it, also while it starts. */
  async close(): Promise<void> {
    this.#closing.abort(new McpError(this.name, "it was ended with the session"));
    await this.#starting?.catch(() => {});
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  async #request<Result>(signal: AbortSignal, act: (connection: Connection) => Promise<Result>): Promise<Result> {
    await this.start(signal);
    const connection = this.#connected();
    try {
      return await act(connection);
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      if (error.needsLogin) await this.#drop(connection, () => this.#fail(error));
      if (!isLostSession(error)) throw error;
      // The server has forgotten the session, and has not seen the request.
      await this.#drop(connection, () => this.#set(this.#idle()));
      await this.start(signal);
      return act(this.#connected());
    }
  }

  /** State without a process or a session. */
  #idle(): McpServerState {
    const { manifest } = this;
    return manifest === undefined ? { kind: "configured" } : { kind: "known", manifest };
  }

  #connected(): Connection {
    if (this.#connection === undefined) throw new McpError(this.name, "it has ended");
    return this.#connection;
  }

  async #start(): Promise<McpManifest> {
    const { config, timers, connect, cache } = this.#options;
    const previous = this.manifest;
    if (this.#failures > BACKOFF.length && this.#state.kind === "failed") throw new McpError(this.name, this.#state.reason);
    this.#set({ kind: "starting", ...(previous === undefined ? {} : { manifest: previous }) });
    const deadline = new AbortController();
    const startTimeout = config.startTimeout ?? START_TIMEOUT;
    let cancel = (): void => {};
    let connection: Connection | undefined;
    try {
      await this.#backoff();
      cancel = timers.after(startTimeout, () =>
        deadline.abort(new McpError(this.name, `no answer within ${startTimeout / 1000} s of its start`)),
      );
      const signal = AbortSignal.any([deadline.signal, this.#closing.signal]);
      connection = await connect(previous?.era, signal);
      const manifest = await unlessAborted(connection.manifest(signal), signal);
      this.#connection = connection;
      this.#watch(connection);
      if (manifest.hash !== previous?.hash || manifest.era !== previous.era) cache.write(manifest);
      this.#set({ kind: "started", manifest });
      return manifest;
    } catch (error) {
      await connection?.close();
      const reason = explain(this.name, error);
      this.#fail(reason);
      throw reason;
    } finally {
      cancel();
    }
  }

  async #backoff(): Promise<void> {
    const { timers } = this.#options;
    const delay = this.#retryAt - timers.now();
    if (this.#failures === 0 || delay <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = timers.after(delay, resolve);
    await unlessAborted(promise, this.#closing.signal).finally(cancel);
  }

  #watch(connection: Connection): void {
    this.#startedAt = this.#options.timers.now();
    connection.onListChanged(() => this.#refresh(connection));
    void connection.closed.then((reason) => {
      if (this.#connection !== connection) return;
      this.#connection = undefined;
      this.#fail(new McpError(this.name, reason));
    });
  }

  /** Lists again after a change; once more if there was another change meanwhile. */
  #refresh(connection: Connection): void {
    if (this.#refreshing !== undefined) {
      this.#stale = true;
      return;
    }
    const list = async (): Promise<void> => {
      do {
        this.#stale = false;
        const manifest = await connection.manifest(this.#closing.signal);
        if (this.#connection !== connection || manifest.hash === this.manifest?.hash) continue;
        this.#options.cache.write(manifest);
        this.#set({ kind: "started", manifest });
      } while (this.#stale);
    };
    // The old manifest remains: a server that does not answer is reported by its calls.
    this.#refreshing = list()
      .catch(() => {})
      .finally(() => (this.#refreshing = undefined));
  }

  async #drop(connection: Connection, changeState: () => void): Promise<void> {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    changeState();
    await connection.close();
  }

  #fail(error: McpError): void {
    const previous = this.manifest;
    const { needsLogin } = error;
    const now = this.#options.timers.now();
    if (this.#state.kind === "started" && now - this.#startedAt >= HEALTHY) this.#failures = 0;
    // A missing login is not a fault of the server: a start may be tried at any time.
    if (!needsLogin) {
      const delay = BACKOFF[this.#failures];
      this.#failures += 1;
      this.#retryAt = now + (delay ?? 0);
    }
    const over = this.#failures > BACKOFF.length ? `. It failed ${this.#failures} times, and is not started again in this session` : "";
    const reason = `${error.reason}${over}`;
    this.#set({ kind: "failed", reason, needsLogin, ...(previous === undefined ? {} : { manifest: previous }) });
  }

  #set(state: McpServerState): void {
    this.#state = state;
    this.#options.onChange(this);
  }
}
