import { closeSync, fchmodSync, openSync, writeSync } from "node:fs";
import { UsageError } from "../argv/index.ts";
import { jsonLine } from "../output/index.ts";
import type { Display } from "../prompt/index.ts";
import { type Configuration, knownKeys } from "../configuration/index.ts";

/** Writes events to a file, one JSON object per line. */
export interface DebugLog extends Display, Disposable {
  /** Writes an entry that is not a run event. */
  note(type: string, fields: object): void;
}

/**
 * Opens a debug file that only its owner can read. Omits deltas, because the whole messages follow.
 * @param secrets values to redact
 * @throws {UsageError} when the file cannot be written
 */
export const debugLog = (path: string, secrets: readonly string[], now: () => number): DebugLog => {
  const descriptor = open(path);
  const redact = redactor(secrets);
  const write = (value: object): void => void writeSync(descriptor, redact(jsonLine(value)));
  const note = (type: string, fields: object): void => write({ at: now(), type, ...fields });
  return {
    note,
    start: ({ id, state, tools }) => note("session", { id, cwd: state.cwd, model: state.model, thinking: state.thinking, tools }),
    event: (event) => {
      if (event.type !== "message_delta" && event.type !== "tool_progress") write(event);
    },
    end: ({ code, line, reason }) => note("end", { code, reason, ...(line === undefined ? {} : { line }) }),
    [Symbol.dispose]: () => closeSync(descriptor),
  };
};

const open = (path: string): number => {
  try {
    const descriptor = openSync(path, "a", 0o600);
    fchmodSync(descriptor, 0o600);
    return descriptor;
  } catch (error) {
    throw new UsageError(`--debug cannot write ${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
};

/**
 * Returns every secret that the debug file must not contain: known keys, and environment variables whose names suggest
 * a secret.
 */
export const debugSecrets = (configuration: Configuration): readonly string[] => [
  ...secretsIn(configuration.providers.env),
  ...knownKeys(configuration),
];

/** Matches the names of variables that hold secrets. */
const SECRET = /KEY|TOKEN|SECRET|PASSW|CREDENTIAL|AUTH/i;
/** Minimum length. Shorter values may match ordinary words. */
const SHORTEST = 6;

/** Returns the secret values of an environment. */
export const secretsIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) => (SECRET.test(name) && value !== undefined ? [value.trim()] : []));

/** Returns a function that redacts secrets in a line of JSON. */
export const redactor = (secrets: readonly string[]): ((line: string) => string) => {
  const written = secrets.filter((secret) => secret.length >= SHORTEST).map((secret) => JSON.stringify(secret).slice(1, -1));
  const longestFirst = [...new Set(written)].toSorted((one, other) => other.length - one.length);
  return (line) => longestFirst.reduce((text, secret) => text.replaceAll(secret, "[redacted]"), line);
};
