import { AsyncLocalStorage } from "node:async_hooks";
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { LoadedExtension } from "./loaded-extension.ts";

/** Extension whose code has run, whether or not it is still loaded. */
export type KnownExtension = Pick<LoadedExtension, "name" | "place">;

/** Attributes code that runs in this process to extensions. */
export class ExtensionCode {
  readonly #working = new AsyncLocalStorage<KnownExtension>();
  readonly #extensions = new Map<string, KnownExtension>();

  /**
   * Runs code on behalf of an extension. Later work that it starts, such as a timer, is attributed to the extension as
   * well.
   */
  within<Value>({ name, place }: KnownExtension, work: () => Value): Value {
    const extension = this.#extensions.get(place) ?? { name, place };
    this.#extensions.set(place, extension);
    return this.#working.run(extension, work);
  }

  /** The same, by name only. */
  withinNamed<Value>(name: string, work: () => Value): Value {
    const extension = [...this.#extensions.values()].findLast((loaded) => loaded.name === name);
    return extension === undefined ? work() : this.#working.run(extension, work);
  }

  /** Runs code that is attributed to no extension, whichever code calls it. */
  outside<Value>(work: () => Value): Value {
    return this.#working.exit(work);
  }

  /**
   * Returns the extension that threw an uncaught error: the owner of the files in its stack, or else of the code that
   * is running. Call it where the error arrives.
   */
  extensionOf(error: unknown): KnownExtension | undefined {
    const stack = stackOf(error);
    return [...this.#extensions.values()].find(({ place }) => stack.includes(codeOf(place))) ?? this.#working.getStore();
  }
}

/**
 * Returns the location of an extension's code: its file, or the whole folder of an `index` file or a package. Undefined
 * if the extension has no file.
 */
const codeOf = (place: string): string => {
  if (!isAbsolute(place)) return `\0${place}`;
  const file = pathToFileURL(realPath(place)).href;
  return /^index\.\w+$/.test(basename(place)) || place.includes(`${sep}node_modules${sep}`) ? `${dirname(file)}/` : file;
};

/** Resolves links; the file may no longer exist. */
const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const stackOf = (error: unknown): string => {
  try {
    return error instanceof Error ? String(error.stack) : "";
  } catch {
    return "";
  }
};
