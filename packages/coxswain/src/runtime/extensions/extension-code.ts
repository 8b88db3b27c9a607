import { AsyncLocalStorage } from "node:async_hooks";
import { realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { LoadedExtension } from "./loaded-extension.ts";

/** An extension whose code has run, whether it is loaded by now or not. */
export type KnownExtension = Pick<LoadedExtension, "name" | "place">;

/** Whose code it is that does something in this process. */
export class ExtensionCode {
  readonly #working = new AsyncLocalStorage<KnownExtension>();
  readonly #known = new Map<string, KnownExtension>();

  /** Does what is an extension's: what comes of it later, as in a timer, is its own as well. */
  within<Value>({ name, place }: KnownExtension, work: () => Value): Value {
    const extension = this.#known.get(place) ?? { name, place };
    this.#known.set(place, extension);
    return this.#working.run(extension, work);
  }

  /** The same, by the name alone. */
  withinNamed<Value>(name: string, work: () => Value): Value {
    const extension = [...this.#known.values()].findLast((known) => known.name === name);
    return extension === undefined ? work() : this.#working.run(extension, work);
  }

  /** Does what is nobody's, whoever asks for it. */
  outside<Value>(work: () => Value): Value {
    return this.#working.exit(work);
  }

  /** Who has thrown what nobody caught, asked where that arrives: by the files that it names, else by who began what threw it. */
  whose(error: unknown): KnownExtension | undefined {
    const stack = stackOf(error);
    return [...this.#known.values()].find(({ place }) => stack.includes(codeOf(place))) ?? this.#working.getStore();
  }
}

/** Where its code lies: its file, or all of the folder of an `index` or of a package. What is no file has no such place. */
const codeOf = (place: string): string => {
  if (!isAbsolute(place)) return `\0${place}`;
  const file = pathToFileURL(realPath(place)).href;
  return /^index\.\w+$/.test(basename(place)) || place.includes(`${sep}node_modules${sep}`) ? `${dirname(file)}/` : file;
};

/** It may be gone by now. */
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
