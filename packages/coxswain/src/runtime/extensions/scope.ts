import { ExtensionError } from "./errors.ts";

/** Lifecycle of an extension, with the registrations to undo when it is unloaded. */
export class Scope {
  readonly extension: string;
  #phase: "setting up" | "loaded" | "gone" = "setting up";
  #undo: readonly Undo[] = [];

  constructor(extension: string) {
    this.extension = extension;
  }

  get isSettingUp(): boolean {
    return this.#phase === "setting up";
  }

  get isGone(): boolean {
    return this.#phase === "gone";
  }

  /** Descriptions of its registrations for users, such as `tool web_search`. */
  get provides(): readonly string[] {
    return this.#undo.map(({ what }) => what);
  }

  /**
   * Rejects calls after the extension was unloaded.
   * @throws {ExtensionError}
   */
  mustBeThere(): void {
    if (this.#phase === "gone") throw new ExtensionError(`The extension ${this.extension} is no longer loaded.`);
  }

  /** Records a registration. `undo` is called once: by the returned function, or when the extension is unloaded. */
  add(what: string, undo: () => void): () => void {
    const one: Undo = { what, undo };
    this.#undo = [...this.#undo, one];
    return () => {
      if (!this.#undo.includes(one)) return;
      this.#undo = this.#undo.filter((other) => other !== one);
      undo();
    };
  }

  settle(): void {
    this.#phase = "loaded";
  }

  /** Undoes all registrations, in reverse order. */
  close(): void {
    this.#phase = "gone";
    for (const { undo } of this.#undo.toReversed()) undo();
    this.#undo = [];
  }
}

interface Undo {
  readonly what: string;
  readonly undo: () => void;
}
