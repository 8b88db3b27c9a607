import type { Workspace } from "../workspace/index.ts";

/** Bytes of a file above which it is not sent to a server. */
const MAX_BYTES = 5_000_000;

/** A source file, and its content. Undefined: it does not exist, is too large, or is not UTF-8. */
export interface SourceContent {
  readonly path: string;
  readonly text: string | undefined;
}

/** Returns the content of a source file. Undefined if it does not exist, is too large, or is not UTF-8. */
export const readSource = async (workspace: Workspace, path: string): Promise<string | undefined> => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await workspace.read(path, { maxBytes: MAX_BYTES }));
  } catch {
    return undefined;
  }
};

/** The open documents of a server. */
interface Documents {
  readonly documents: readonly string[];
  sync(path: string, text: string): void;
  close(path: string): void;
}

/** Sends the open documents that other programs changed to their server, without those in `except`. */
export const refreshDocuments = async (server: Documents, workspace: Workspace, except: readonly string[]): Promise<void> => {
  const refresh = async (path: string): Promise<void> => {
    const text = await readSource(workspace, path);
    if (text === undefined) server.close(path);
    else server.sync(path, text);
  };
  await Promise.all(server.documents.filter((path) => !except.includes(path)).map(refresh));
};
