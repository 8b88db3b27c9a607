import type { Workspace } from "../workspace/index.ts";

/** Bytes of a file above which it is not sent to a server. */
const MAX_BYTES = 5_000_000;

/** Returns the content of a source file. Undefined if it does not exist, is too large, or is not UTF-8. */
export const readSource = async (workspace: Workspace, path: string): Promise<string | undefined> => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(await workspace.read(path, { maxBytes: MAX_BYTES }));
  } catch {
    return undefined;
  }
};
