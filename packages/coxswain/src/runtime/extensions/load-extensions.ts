import type { Clock } from "../../base/index.ts";
import { systemClock } from "../system-clock.ts";
import { ExtensionError } from "./errors.ts";
import type { ExtensionSource } from "./extension-source.ts";
import type { Extensions } from "./extensions.ts";
import type { Connect } from "./models-of.ts";

export interface ExtensionsOptions {
  /** Locations of extensions, in load order. If two share a name, the first takes precedence. */
  readonly sources: readonly ExtensionSource[];
  /** Names of the program's own slash commands, which extensions cannot register. Default: none. */
  readonly reserved?: readonly string[];
  /**
   * Receives warnings about extensions, and messages of extensions for the user, one sentence each. Default: a process
   * warning.
   */
  readonly warn?: (line: string) => void;
  /** Receives the log lines of extensions. Default: they are discarded. */
  readonly log?: (line: string) => void;
  /** Timeout in milliseconds for loading, setup and disposal of an extension. Default: 10,000. */
  readonly patience?: number;
  /** Creates models of the providers that extensions register. Default: with keys from this process's environment. */
  readonly connect?: Connect;
  /** Default: the system's timers. */
  readonly clock?: Clock;
}

/**
 * Loads extensions, one after the other. Their code runs in this process with all its privileges: load only extensions
 * that the user trusts. Never throws because of an extension.
 */
export const loadExtensions = async (options: ExtensionsOptions): Promise<Extensions> => {
  const { sources, reserved = [], warn = (line) => process.emitWarning(line), log = () => {} } = options;
  // Import on demand: most programs have no extensions.
  const [program, models] = await Promise.all([import("./extensions.ts"), import("./models-of.ts")]);
  const { patience = 10_000, connect = models.connectProviders, clock = systemClock } = options;
  const extensions = new program.Extensions({
    atMost: bounded(clock, patience),
    connect,
    reserved,
    version: () => crypto.randomUUID(),
    warn,
    log,
  });
  for (const source of sources) await extensions.load(source);
  return extensions;
};

const bounded =
  (clock: Clock, ms: number) =>
  async <Value>(work: Promise<Value>): Promise<Value> => {
    const timer = new AbortController();
    const late = clock.sleep(ms, timer.signal).then((): never => {
      throw new ExtensionError(`it was not done within ${ms / 1000} seconds`);
    });
    late.catch(() => undefined); // usually settles after the work
    try {
      return await Promise.race([work, late]);
    } finally {
      timer.abort();
    }
  };
