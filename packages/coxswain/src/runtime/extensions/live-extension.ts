import { apiOf, type ApiParts } from "./api-of.ts";
import { ExtensionError } from "./errors.ts";
import type { ExtensionCode } from "./extension-code.ts";
import type { FoundExtension } from "./extension-source.ts";
import type { Disposer, Extension } from "./extension.ts";
import { importFile } from "./import-module.ts";
import type { LoadedExtension } from "./loaded-extension.ts";
import { Scope } from "./scope.ts";

export interface LifeParts extends Omit<ApiParts, "scope" | "place" | "inside"> {
  readonly code: ExtensionCode;
  /** Waits for work of an extension's, and no longer than a bound. @throws {ExtensionError} */
  readonly atMost: <Value>(work: Promise<Value>) => Promise<Value>;
}

/** One extension from when it is loaded until it is gone. */
export class LiveExtension {
  readonly found: FoundExtension;
  readonly #scope: Scope;
  readonly #parts: LifeParts;
  #dispose: Disposer | undefined;

  constructor(found: FoundExtension, parts: LifeParts) {
    this.found = found;
    this.#parts = parts;
    this.#scope = new Scope(found.name);
  }

  get loaded(): LoadedExtension {
    const { name, place, origin } = this.found;
    return { name, place, origin, brings: this.#scope.brings };
  }

  /** `version` is that of another copy than the one that is loaded already. @throws what the extension throws; nothing of it is left then */
  async begin(version: string | undefined): Promise<void> {
    const { atMost } = this.#parts;
    try {
      const extension = await atMost(this.#inside(() => extensionOf(this.found, version)));
      const settingUp = begun(() => this.#inside(() => extension(this.#api())));
      // One that is given up, and has something to end after all.
      settingUp.then((disposer) => (this.#scope.isGone ? disposer?.() : undefined)).catch(() => undefined);
      const disposer = await atMost(settingUp);
      if (typeof disposer === "function") this.#dispose = disposer;
      this.#scope.settle();
    } catch (error) {
      this.#scope.close();
      throw error;
    }
  }

  /** Takes back what it brought. @throws what its disposer throws */
  async end(): Promise<void> {
    this.#scope.close();
    const dispose = this.#dispose;
    this.#dispose = undefined;
    if (dispose !== undefined) await this.#parts.atMost(begun(() => this.#inside(dispose)));
  }

  /** Whatever is done for it is its own. */
  #inside<Value>(work: () => Value): Value {
    return this.#parts.code.within(this.found, work);
  }

  #api() {
    return apiOf({ ...this.#parts, scope: this.#scope, place: this.found.place, inside: (work) => this.#inside(work) });
  }
}

/** What throws before its first await rejects. */
const begun = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => work();

const extensionOf = async ({ what }: FoundExtension, version: string | undefined): Promise<Extension> => {
  if ("problem" in what) throw new ExtensionError(what.problem);
  if ("setup" in what) return what.setup;
  const module = await importFile(what.file, version);
  const extension = module["extension"] ?? module["default"];
  if (typeof extension === "function") return extension as Extension;
  throw new ExtensionError('it exports no function "extension"');
};
