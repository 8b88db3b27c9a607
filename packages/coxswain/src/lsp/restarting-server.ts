import type { Language } from "./languages.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";
import type { ServerCommand } from "./server-command.ts";

/**
 * State of the server of a language. `idle`: it starts when a file of the language is read or edited. `failed`: it has failed
 * too often, and is not started again.
 */
export type LanguageServerState =
  | { readonly kind: "unavailable" | "failed"; readonly reason: string }
  | { readonly kind: "idle" | "starting" | "running"; readonly program: string };

/** Restarts of one server. */
const RESTARTS = 3;

export interface RestartingServerOptions extends Omit<ServerOptions, "command" | "signal"> {
  /** Returns the program, or why there is none. */
  readonly find: () => Promise<ServerCommand | string>;
  /** Receives sentences about failures. */
  readonly warn: (message: string) => void;
}

/** The server of a language: started when it is needed, and restarted within limits when it fails. */
export class RestartingServer {
  readonly language: Language;
  readonly #options: RestartingServerOptions;
  #found: Promise<ServerCommand | string> | undefined;
  #current: Promise<Server> | undefined;
  #running: Server | undefined;
  /** Resolves when the processes of the last server have ended. */
  #ended: Promise<unknown> = Promise.resolve();
  #failures = 0;
  readonly #closing = new AbortController();
  #state: LanguageServerState | undefined;

  constructor(options: RestartingServerOptions) {
    this.language = options.language;
    this.#options = options;
  }

  /** Finds the program, without starting it. */
  async state(): Promise<LanguageServerState> {
    const found = await this.#find();
    return (this.#state ??= typeof found === "string" ? { kind: "unavailable", reason: found } : { kind: "idle", program: found.program });
  }

  /** The server, if it runs. */
  get running(): Server | undefined {
    return this.#running;
  }

  /** False if no server can be started. True while that is unknown. */
  get isUsable(): boolean {
    return this.#state?.kind !== "unavailable" && this.#state?.kind !== "failed" && !this.#closing.signal.aborted;
  }

  /** Returns the server, and starts it if needed. @throws {Error} there is none; the message is a clause with the reason */
  async start(): Promise<Server> {
    const state = await this.state();
    if (state.kind === "unavailable" || state.kind === "failed") throw new Error(state.reason);
    return (this.#current ??= this.#start());
  }

  /** Resolves when its processes have ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#current?.catch(() => undefined);
    await this.#ended;
  }

  #find(): Promise<ServerCommand | string> {
    return (this.#found ??= this.#options.find().catch((error: unknown) => (error instanceof Error ? error.message : String(error))));
  }

  async #start(): Promise<Server> {
    const command = await this.#find();
    if (typeof command === "string" || this.#closing.signal.aborted) throw new Error("the session has ended");
    const { program } = command;
    this.#state = { kind: "starting", program };
    try {
      const server = await startServer({ ...this.#options, command, signal: this.#closing.signal });
      this.#state = { kind: "running", program };
      this.#running = server;
      this.#ended = server.ended;
      void server.over.then((reason) => this.#lost(program, reason));
      return server;
    } catch (error) {
      this.#lost(program, error instanceof Error ? error.message : String(error));
      throw error;
    }
  }

  #lost(program: string, reason: string): void {
    this.#current = undefined;
    this.#running = undefined;
    if (this.#closing.signal.aborted) return;
    this.#failures += 1;
    const mayRestart = this.#failures <= RESTARTS;
    this.#state = mayRestart ? { kind: "idle", program } : { kind: "failed", reason };
    const next = mayRestart
      ? `It restarts when it is needed (${this.#failures} of ${RESTARTS}).`
      : "It is not started again in this session.";
    this.#options.warn(`The language server for ${this.language.label} failed: ${reason}. ${next}`);
  }
}
