import { pathToFileURL } from "node:url";
import { languageId, type Language } from "./languages.ts";

interface OpenDocument {
  readonly version: number;
  readonly text: string;
}

/** Maximum number of documents that are open in a server. */
const MAX_DOCUMENTS = 64;

/** The documents that are open in a server, by absolute path. It uses their content in place of that on disk. */
export class OpenDocuments {
  readonly #language: Language;
  readonly #notify: (method: string, params: object) => void;
  /** In the order of their last use. */
  readonly #documents = new Map<string, OpenDocument>();

  constructor(language: Language, notify: (method: string, params: object) => void) {
    this.#language = language;
    this.#notify = notify;
  }

  get paths(): readonly string[] {
    return [...this.#documents.keys()];
  }

  /** Version of the content that the server received last. Undefined: the document is not open. */
  version(path: string): number | undefined {
    return this.#documents.get(path)?.version;
  }

  /** Opens a document, or replaces its content. Returns true if the server did not have this content. */
  sync(path: string, text: string): boolean {
    const open = this.#documents.get(path);
    const version = open === undefined ? 1 : open.version + (open.text === text ? 0 : 1);
    this.#documents.delete(path);
    this.#documents.set(path, { version, text });
    if (open?.text === text) return false;
    const uri = pathToFileURL(path).href;
    if (open === undefined) {
      const [leastUsed] = this.#documents.keys();
      if (this.#documents.size > MAX_DOCUMENTS && leastUsed !== undefined) this.close(leastUsed);
      this.#notify("textDocument/didOpen", { textDocument: { uri, languageId: languageId(path, this.#language), version, text } });
      return true;
    }
    this.#notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
    // Some servers check a file only when it is saved.
    this.#notify("textDocument/didSave", { textDocument: { uri }, text });
    return true;
  }

  /** Closes a document, for example of a file that was deleted. Has no effect if it is not open. */
  close(path: string): void {
    if (this.#documents.delete(path)) this.#notify("textDocument/didClose", { textDocument: { uri: pathToFileURL(path).href } });
  }
}
