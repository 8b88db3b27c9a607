import { SettingsError } from "./errors.ts";
import { readPrivateJson, writePrivateJson } from "./private-json.ts";

/**
 * API keys that the user saved, one per provider.
 *
 * Every method throws a SettingsError when the file of keys is unusable; the file is then never replaced, and no
 * message shows its content.
 */
export interface Credentials {
  /** Path of the file. */
  readonly path: string;
  get(provider: string): string | undefined;
  /** Returns the providers with a saved key. */
  providers(): readonly string[];
  /** Returns the keys of all providers. */
  all(): readonly string[];
  /** Saves a key without surrounding whitespace, which pasting often adds. */
  set(provider: string, key: string): void;
  /** Returns false if there was no key. */
  remove(provider: string): boolean;
}

/** @param path the file, for example `credentials.json` in the data folder; the first key creates it */
export const credentials = (path: string): Credentials => {
  const read = (): Map<string, string> => {
    const value = readPrivateJson(path);
    if (value === undefined) return new Map();
    if (isKeys(value)) return new Map(Object.entries(value));
    throw new SettingsError(`${path} does not contain keys by provider. Fix it, or delete it and add the keys again.`);
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
        throw new SettingsError(`The key for ${provider} is empty or contains invalid characters. Paste it again.`);
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
