import { unlessAborted } from "../base/index.ts";
import type { Timers } from "../workspace/index.ts";
import type { Connection } from "./connection.ts";
import { McpError } from "./errors.ts";
import { explain, isLostSession } from "./explain.ts";
import type { ManifestCache } from "./manifest-cache.ts";
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
  readonly cache: ManifestCache;
  readonly timers: Timers;
  /** Hides configured secrets in text of the server. */
  readonly hide: (text: string) => string;
  readonly connect: (attempt: ConnectAttempt) => Promise<Connection>;
  readonly onChange: (server: McpServer) => void;
}

/** One attempt to connect to a server. */
export interface ConnectAttempt {
  /** Era that the server spoke before. Default: unknown. */
  readonly era: McpManifest["era"] | undefined;
  /** Aborts at the start's timeout and when the server is closed. */
  readonly signal: AbortSignal;
  /** Returns whether the attempt may start another process, which counts as a restart. */
  readonly restart: () => boolean;
}

/** Default milliseconds until a start fails. */
export const START_TIMEOUT = 10_000;

/** Milliseconds before the first, second and third restart. There is no fourth. */
const BACKOFF = [1000, 2000, 4000] as const;

/** Milliseconds after which a running server counts as healthy, and its earlier failures no longer count. */
const HEALTHY = 300_000;

/** Milliseconds between two listings after changes. */
const REFRESH_PAUSE = 1000;

const CLOSED = "it was ended with the session";

const DISABLED = "disabled in this session. The user can enable it with /mcp";

/** One server: its state, and at most one start and one connection at a time. */
export class Server implements McpServer {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly #options: ServerOptions;
  #state: McpServerState;
  /** Era of the latest start, if it still counts. */
  #era: McpManifest["era"] | undefined;
  #connection: Connection | undefined;
  /** The end of earlier connections: their processes may take seconds. */
  #ending: Promise<unknown> = Promise.resolve();
  /** Aborts the start in progress, and the work of the connection. */
  #stopping = new AbortController();
  #isClosed = false;
  #starting: Promise<McpManifest> | undefined;
  #isRefreshing = false;
  /** True if the lists have changed since the last listing began. */
  #stale = false;
  #failures = 0;
  #startedAt = 0;
  /** Time of the next restart. */
  #retryAt = 0;

  constructor(options: ServerOptions) {
    this.name = options.config.name;
    this.config = options.config;
    this.#options = options;
    const cached = options.cache.read();
    this.#state = cached === undefined ? { kind: "configured" } : { kind: "known", manifest: cached.manifest };
    this.#era = cached?.era;
  }

  get state(): McpServerState {
    return this.#state;
  }

  get manifest(): McpManifest | undefined {
    return this.#state.kind === "configured" ? undefined : this.#state.manifest;
  }

  async start(signal: AbortSignal): Promise<McpManifest> {
    signal.throwIfAborted();
    if (this.#isClosed) throw new McpError(this.name, CLOSED);
    if (this.#state.kind === "disabled") throw new McpError(this.name, DISABLED);
    if (this.#state.kind === "started") return this.#state.manifest;
    this.#starting ??= this.#start().finally(() => (this.#starting = undefined));
    return unlessAborted(this.#starting, signal);
  }

  async restart(signal: AbortSignal): Promise<McpManifest> {
    this.#set(this.#idle());
    await this.#stop("it was restarted");
    this.#failures = 0;
    return this.start(signal);
  }

  async disable(): Promise<void> {
    const { manifest } = this;
    this.#set({ kind: "disabled", ...(manifest === undefined ? {} : { manifest }) });
    await this.#stop(DISABLED);
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

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#stop(CLOSED);
  }

  /** Ends it, also while it starts. */
  async #stop(reason: string): Promise<void> {
    this.#stopping.abort(new McpError(this.name, reason));
    this.#stopping = new AbortController();
    await this.#starting?.catch(() => {});
    const connection = this.#connection;
    this.#connection = undefined;
    if (connection !== undefined) this.#end(connection);
    await this.#ending;
  }

  async #request<Result>(signal: AbortSignal, act: (connection: Connection) => Promise<Result>): Promise<Result> {
    await this.start(signal);
    const connection = this.#connected();
    try {
      return await act(connection);
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      if (error.needsLogin) this.#drop(connection, () => this.#fail(error));
      if (!isLostSession(error)) throw error;
      // The server has forgotten the session, and has not seen the request.
      this.#drop(connection, () => this.#set(this.#idle()));
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
    const { connect, cache } = this.#options;
    const previous = this.manifest;
    const { signal: stopping } = this.#stopping;
    if (this.#failures > BACKOFF.length && this.#state.kind === "failed") throw new McpError(this.name, this.#state.reason);
    this.#set({ kind: "starting", ...(previous === undefined ? {} : { manifest: previous }) });
    let connection: Connection | undefined;
    let restarts = 0;
    const restart = (): boolean => {
      if (this.#failures + restarts >= BACKOFF.length) return false;
      restarts += 1;
      return true;
    };
    try {
      if (this.#failures > 0) await this.#pause(this.#retryAt - this.#options.timers.now(), stopping);
      await this.#ending;
      const manifest = await this.#limited(stopping, async (signal) => {
        connection = await connect({ era: this.#era, signal, restart });
        return unlessAborted(connection.manifest(signal), signal);
      });
      stopping.throwIfAborted();
      this.#watch(connection as Connection);
      if (manifest.hash !== previous?.hash || manifest.era !== this.#era) cache.write(manifest);
      this.#era = manifest.era;
      this.#set({ kind: "started", manifest });
      return manifest;
    } catch (error) {
      this.#era = undefined;
      if (connection !== undefined) this.#end(connection);
      await this.#ending;
      const reason = explain(this.name, error, this.#options.hide);
      this.#failures += restarts;
      // A start that the user or closing interrupts is not a failure.
      if (!stopping.aborted) this.#fail(reason);
      throw reason;
    }
  }

  /** Runs an action until the start's timeout or the server's end. */
  async #limited<Result>(stopping: AbortSignal, act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { config, timers } = this.#options;
    const { startTimeout = START_TIMEOUT } = config;
    const deadline = new AbortController();
    const cancel = timers.after(startTimeout, () =>
      deadline.abort(
        new McpError(this.name, `no answer within ${startTimeout / 1000} s of its start. If it needs longer, set its "startTimeout"`),
      ),
    );
    try {
      return await act(AbortSignal.any([deadline.signal, stopping]));
    } finally {
      cancel();
    }
  }

  /** Waits, at most until the server's end. */
  async #pause(milliseconds: number, stopping: AbortSignal): Promise<void> {
    if (milliseconds <= 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#options.timers.after(milliseconds, resolve);
    await unlessAborted(promise, stopping).finally(cancel);
  }

  #watch(connection: Connection): void {
    this.#connection = connection;
    this.#startedAt = this.#options.timers.now();
    connection.onListChanged(() => this.#refresh());
    void connection.closed?.then((reason) => this.#drop(connection, () => this.#fail(new McpError(this.name, reason))));
  }

  /** Lists again after a change. After several changes in a short time, twice. */
  #refresh(): void {
    this.#stale = true;
    if (this.#isRefreshing) return;
    this.#isRefreshing = true;
    const { signal: stopping } = this.#stopping;
    const list = async (): Promise<void> => {
      while (this.#stale && this.#connection !== undefined) {
        this.#stale = false;
        const connection = this.#connection;
        const manifest = await this.#limited(stopping, (signal) => unlessAborted(connection.manifest(signal), signal));
        if (this.#connection === connection && manifest.hash !== this.manifest?.hash) {
          this.#options.cache.write(manifest);
          this.#set({ kind: "started", manifest });
        }
        await this.#pause(REFRESH_PAUSE, stopping);
      }
    };
    // The old manifest remains: a server that does not answer is reported by its calls.
    void list()
      .catch(() => {})
      .finally(() => (this.#isRefreshing = false));
  }

  #drop(connection: Connection, changeState: () => void): void {
    if (this.#connection !== connection) return;
    this.#connection = undefined;
    this.#end(connection);
    changeState();
  }

  #end(connection: Connection): void {
    this.#ending = Promise.allSettled([this.#ending, connection.close()]);
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
