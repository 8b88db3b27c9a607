/** Answers of language servers about the code of a folder. Paths are absolute, with links resolved. */
export interface CodeService {
  /** Returns true if a server answers for files of this name. */
  serves(path: string): boolean;
  /** Problems of a file with its content on disk. @throws {ToolError} no server can answer */
  diagnostics(path: string, signal: AbortSignal): Promise<readonly CodeProblem[]>;
  /** @throws {ToolError} no server can answer */
  definition(at: CodePosition, signal: AbortSignal): Promise<readonly CodeRange[]>;
  /** Includes the declaration. @throws {ToolError} no server can answer */
  references(at: CodePosition, signal: AbortSignal): Promise<readonly CodeRange[]>;
  /** Symbols of one file in its order. @throws {ToolError} no server can answer */
  symbolsIn(path: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  /** Symbols of the folder whose name matches, from the servers that run. @throws {ToolError} no server can answer */
  findSymbols(query: string, signal: AbortSignal): Promise<readonly CodeSymbol[]>;
  /** Returns the edits that rename a symbol everywhere, and changes nothing. @throws {ToolError} it cannot be renamed */
  rename(at: CodePosition, newName: string, signal: AbortSignal): Promise<readonly CodeFileEdits[]>;
}

/** Line and character from 0; characters are units of UTF-16. */
export interface CodePlace {
  readonly line: number;
  readonly character: number;
}

export interface CodePosition extends CodePlace {
  readonly path: string;
}

export interface CodeRange {
  readonly path: string;
  readonly start: CodePlace;
  readonly end: CodePlace;
}

export interface CodeProblem extends CodeRange {
  readonly severity: "error" | "warning" | "information" | "hint";
  /** Without control characters, at most 1,000 characters. */
  readonly message: string;
  /** For example `TS2322`. */
  readonly code?: string;
}

export interface CodeSymbol extends CodeRange {
  readonly name: string;
  /** For example `class`. */
  readonly kind: string;
  readonly container?: string;
}

/** Edits of one file, which do not overlap. */
export interface CodeFileEdits {
  readonly path: string;
  readonly edits: readonly { readonly start: CodePlace; readonly end: CodePlace; readonly newText: string }[];
}
