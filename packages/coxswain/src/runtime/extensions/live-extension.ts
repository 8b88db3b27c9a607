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
  /**
   * Waits for work of an extension, up to a timeout.
   * @throws {ExtensionError}
   */
  readonly atMost: <Value>(work: Promise<Value>) => Promise<Value>;
}

/** One extension, from loading to unloading. */
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
    return { name, place, origin, provides: this.#scope.provides };
  }

  /**
   * Loads the extension. `version` requests a fresh copy of a loaded module.
   * @throws every error of the extension; all its registrations are removed
   */
  async begin(version: string | undefined): Promise<void> {
    const { atMost } = this.#parts;
    try {
      const extension = await atMost(this.#inside(() => extensionOf(this.found, version)));
      const settingUp = begun(() => this.#inside(() => extension(this.#api())));
      // Setup timed out; dispose of the extension if it completes later.
      settingUp.then((disposer) => (this.#scope.isGone ? disposer?.() : undefined)).catch(() => undefined);
      const disposer = await atMost(settingUp);
      if (typeof disposer === "function") this.#dispose = disposer;
      this.#scope.settle();
    } catch (error) {
      this.#scope.close();
      throw error;
    }
  }

  /**
   * Removes the extension's registrations.
   * @throws every error of its disposer
   */
  async end(): Promise<void> {
    this.#scope.close();
    const dispose = this.#dispose;
    this.#dispose = undefined;
    if (dispose !== undefined) await this.#parts.atMost(begun(() => this.#inside(dispose)));
  }

  /** Runs code on behalf of the extension. */
  #inside<Value>(work: () => Value): Value {
    return this.#parts.code.within(this.found, work);
  }

  #api() {
    return apiOf({ ...this.#parts, scope: this.#scope, place: this.found.place, inside: (work) => this.#inside(work) });
  }
}

/** Turns an exception before the first await into a rejection. */
const begun = async <Value>(work: () => Value | Promise<Value>): Promise<Value> => work();

const extensionOf = async ({ what }: FoundExtension, version: string | undefined): Promise<Extension> => {
  if ("problem" in what) throw new ExtensionError(what.problem);
  if ("setup" in what) return what.setup;
  const module = await importFile(what.file, version);
  const extension = module["extension"] ?? module["default"];
  if (typeof extension === "function") return extension as Extension;
  throw new ExtensionError('it exports no function "extension"');
};
