import { LogFormatError } from "./errors.ts";

/** The first line of a log: identifies the session and the format version. */
export interface Header {
  readonly format: "coxswain-session";
  /** Format version, counted from 1. A writer rejects logs of a newer version than its own. */
  readonly version: number;
  /** Unique across all sessions and machines. */
  readonly id: string;
  /**
   * Absolute path of the folder in which the session started. An attribute, not an identity; a `relocate` entry changes
   * it.
   */
  readonly cwd: string;
  /**
   * Location-independent project name, for example `github.com/ann/boat//packages/hull`. Absent when it cannot be
   * determined.
   */
  readonly project?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Absent: a top-level session. `subagent`: an agent worked in it for its parent session. Other kinds may follow. */
  readonly kind?: string;
  /**
   * Origin of a fork: the other session and the last entry copied from it. For a `subagent`: the parent session, and
   * the message whose call started the agent.
   */
  readonly parent?: { readonly session: string; readonly entry: string | null };
  /** Set for an imported session. `until`: time of its last imported entry, in milliseconds since the epoch. */
  readonly imported?: { readonly until: number };
}

/** Returns true for a session that was imported, and not continued since. @param updatedAt time of its last append */
export const isUntouchedImport = ({ imported }: Header, updatedAt: number): boolean =>
  typeof imported?.until === "number" && updatedAt <= imported.until;

/** Returns true for a session in which an agent worked for another session, not for a conversation with the user. */
export const isSubAgent = ({ kind }: { readonly kind?: string | undefined }): boolean => kind === "subagent";

/** Returns the header fields for a listing. The file may contain invalid values. */
export const describeHeader = ({ id, at, project, kind, parent }: Header) => ({
  id,
  createdAt: at,
  ...(project === undefined ? {} : { project }),
  ...(typeof kind === "string" ? { kind } : {}),
  ...(typeof parent?.session === "string" ? { parent: parent.session } : {}),
});

export const FORMAT = "coxswain-session";
export const FORMAT_VERSION = 1;

/** @throws {LogFormatError} when the log has a newer format version: it can be read, but not written. */
export const assertWritable = (header: Header): void => {
  if (header.version <= FORMAT_VERSION) return;
  throw new LogFormatError(
    `Session "${header.id}" has format ${header.version}, but this version of Coxswain writes format ${FORMAT_VERSION}. Update Coxswain to continue the session.`,
  );
};
