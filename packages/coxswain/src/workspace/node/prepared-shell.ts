import type { Socket } from "node:net";
import { type ConfinedProgram, MOST_SENT, type Sandbox } from "../sandbox/index.ts";
import { processGroup } from "./process-group.ts";
import type { CommandProcess } from "./start-command.ts";

export interface PreparedShellOptions {
  /** False while no run uses prepared sandboxes. */
  readonly isUsed: () => boolean;
  readonly sandbox: () => Promise<Sandbox | undefined>;
  /** Starts a shell that runs the command that it is sent. */
  readonly start: (program: ConfinedProgram) => Promise<CommandProcess>;
}

interface Prepared {
  readonly identity: string;
  readonly process: CommandProcess;
}

/**
 * A sandbox for the next command, made while the model answers, with a shell that has run nothing and waits. It is used
 * only if a sandbox made for the command now would be the same, and is killed otherwise.
 */
export class PreparedShell {
  readonly #options: PreparedShellOptions;
  #next: Promise<Prepared | undefined> | undefined;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(options: PreparedShellOptions) {
    this.#options = options;
  }

  /** Starts to prepare a sandbox, if there is none. */
  prepare(): void {
    if (this.#options.isUsed()) this.#next ??= this.#made().catch(() => undefined);
  }

  /**
   * Sends a command to the prepared shell. Undefined if the command must be started: there is no such shell, or it
   * does not suit and has run nothing. After an abort, the command may have started, and has been killed.
   */
  async take(program: ConfinedProgram, command: string, signal: AbortSignal | undefined): Promise<CommandProcess | undefined> {
    if (Buffer.byteLength(command) > MOST_SENT) return undefined;
    const next = this.#next;
    this.#next = undefined;
    const prepared = await next;
    if (prepared === undefined) return undefined;
    const { process } = prepared;
    process.child.ref();
    (process.child.stdout as Socket).ref();
    if (prepared.identity === program.identity && (await sendCommand(process, program, command, signal))) return process;
    this.#end(this.#kill(process));
    return undefined;
  }

  /** Resolves when no prepared sandbox is left. */
  async close(): Promise<void> {
    this.discard();
    await this.#ending;
  }

  async #made(): Promise<Prepared | undefined> {
    // The result of the last command comes first.
    await new Promise((resolve) => setImmediate(resolve));
    const { isUsed, sandbox, start } = this.#options;
    const program = isUsed() ? await (await sandbox())?.ahead?.() : undefined;
    if (program?.identity === undefined || !isUsed()) return undefined;
    const process = await start(program);
    process.child.unref();
    (process.child.stdout as Socket).unref();
    return { identity: program.identity, process };
  }

  /** Kills the prepared shell, if any. */
  discard(): void {
    const next = this.#next;
    this.#next = undefined;
    if (next !== undefined) this.#end(next.then((prepared) => prepared && this.#kill(prepared.process)));
  }

  /** Resolves when the process has ended. */
  async #kill(process: CommandProcess): Promise<void> {
    const { child, exited, sandbox } = process;
    if (child.pid === undefined || sandbox === undefined) return;
    sandbox.status.withNamespace(processGroup(child.pid)).kill("SIGKILL");
    child.ref();
    for (const pipe of child.stdio) pipe?.destroy();
    await exited;
  }

  #end(ending: Promise<unknown>): void {
    this.#ending = Promise.all([this.#ending, ending]);
  }
}

/** Returns true if the shell runs the command, and false if it has not and will not. */
const sendCommand = async (
  { sandbox }: CommandProcess,
  { check }: ConfinedProgram,
  command: string,
  signal: AbortSignal | undefined,
): Promise<boolean> => {
  if (sandbox === undefined || check === undefined) return false;
  const { shell, status } = sandbox;
  const aborted = Promise.withResolvers<false>();
  const abort = (): void => aborted.resolve(false);
  signal?.addEventListener("abort", abort);
  try {
    const [pid, ready] = await Promise.all([status.first, Promise.race([shell.ready, aborted.promise])]);
    if (!ready || pid === undefined || signal?.aborted === true || check(pid).kind !== "planned") return false;
    shell.run(command);
    return await Promise.race([shell.ran, aborted.promise]);
  } finally {
    signal?.removeEventListener("abort", abort);
  }
};
