import { SettingsError } from "./errors.ts";
import { readPrivateJson, writePrivateJson } from "./private-json.ts";

/**
 * Keys that a person gave Coxswain to keep, one for each provider.
 *
 * Every method throws a SettingsError when the file of keys cannot be used; it is never replaced then, and no message
 * shows any of it.
 */
export interface Credentials {
  /** The file. */
  readonly path: string;
  get(provider: string): string | undefined;
  /** The providers that there is a key for. */
  providers(): readonly string[];
  /** The keys of all providers. */
  all(): readonly string[];
  /** Without the spaces and line ends around it, as they come with pasting. */
  set(provider: string, key: string): void;
  /** False when there was none. */
  remove(provider: string): boolean;
}

/** @param path the file, as `credentials.json` in the data folder; it is made for the first key. */
export const credentials = (path: string): Credentials => {
  const read = (): Map<string, string> => {
    const value = readPrivateJson(path);
    if (value === undefined) return new Map();
    if (isKeys(value)) return new Map(Object.entries(value));
    throw new SettingsError(`${path} holds no keys by provider: mend it, or remove it and give the keys again.`);
  };
  const write = (keys: ReadonlyMap<string, string>): void => writePrivateJson(path, Object.fromEntries(keys));

  return {
    path,
    get: (provider) => read().get(provider),
    providers: () => [...read().keys()],
    all: () => [...read().values()],
    set(provider, key) {
      const trimmed = key.trim();
      if (!/^[\x21-\x7e]+$/.test(trimmed))
        throw new SettingsError(`The key for ${provider} is empty or has characters that no key has: paste it again.`);
      write(read().set(provider, trimmed));
    },
    remove(provider) {
      const keys = read();
      const had = keys.delete(provider);
      if (had) write(keys);
      return had;
    },
  };
};

const isKeys = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((key) => typeof key === "string");
