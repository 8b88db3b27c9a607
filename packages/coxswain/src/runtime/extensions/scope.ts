import { ExtensionError } from "./errors.ts";

/** How far an extension is, and what has to be taken back when it goes. */
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

  /** What it brings, for people: as `tool web_search`. */
  get brings(): readonly string[] {
    return this.#undo.map(({ what }) => what);
  }

  /** @throws {ExtensionError} */
  mustBeThere(): void {
    if (this.#phase === "gone") throw new ExtensionError(`The extension ${this.extension} is not loaded any more.`);
  }

  /** `undo` is called once: by what this returns, or when the extension goes. */
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

  /** Takes back all that it brought, the last first. */
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
