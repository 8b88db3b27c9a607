import type { Clock } from "../../base/index.ts";
import { systemClock } from "../system-clock.ts";
import { ExtensionError } from "./errors.ts";
import type { ExtensionSource } from "./extension-source.ts";
import type { Extensions } from "./extensions.ts";
import type { Connect } from "./models-of.ts";

export interface ExtensionsOptions {
  /** Where extensions are, in the order in which they are loaded. Of two that have one name the first counts. */
  readonly sources: readonly ExtensionSource[];
  /** Names of the program's own slash commands, which no extension can take. Default: none. */
  readonly reserved?: readonly string[];
  /** Is told, a sentence each, what is odd about extensions, and what they want the person to know. Default: a warning of the process. */
  readonly warn?: (line: string) => void;
  /** Is told what extensions note. Default: nobody is. */
  readonly log?: (line: string) => void;
  /** Milliseconds that an extension may take to load, to set itself up, and to end. Default: 10,000. */
  readonly patience?: number;
  /** Makes models of the providers that extensions bring. Default: with keys of this process's environment. */
  readonly connect?: Connect;
  /** Default: the system's timers. */
  readonly clock?: Clock;
}

/**
 * Loads extensions, one after the other. Their code runs in this process with all that it may do: load none that whoever runs it does
 * not trust. Never throws for what an extension is or does.
 */
export const loadExtensions = async (options: ExtensionsOptions): Promise<Extensions> => {
  const { sources, reserved = [], warn = (line) => process.emitWarning(line), log = () => {} } = options;
  // Most programs have none.
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
    late.catch(() => undefined); // it loses, as a rule
    try {
      return await Promise.race([work, late]);
    } finally {
      timer.abort();
    }
  };
