import { LogFormatError } from "./errors.ts";

/** The first line of a log: whose it is, and in which format it is written. */
export interface Header {
  readonly format: "coxswain-session";
  /** Version of the format, counted from 1. A reader refuses to write to a version newer than its own. */
  readonly version: number;
  /** Unique over all sessions of all machines. */
  readonly id: string;
  /** The folder that the session was begun in, absolute. An attribute, not an identity; a `relocate` entry says of another. */
  readonly cwd: string;
  /** What the folder's project is called wherever it lies, as `github.com/ann/boat//packages/hull`. Absent where nothing tells. */
  readonly project?: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Absent: a session of its own. `subagent`: one that an agent worked in for its parent. There may be others some day. */
  readonly kind?: string;
  /**
   * Where this session was forked from: the other session, and its last entry that was taken along. Of a `subagent`, the
   * session that it worked for, and the message whose call made it.
   */
  readonly parent?: { readonly session: string; readonly entry: string | null };
}

/** Whether a session is one that an agent worked in for another: no conversation of a person's. */
export const isSubAgent = ({ kind }: { readonly kind?: string | undefined }): boolean => kind === "subagent";

/** What a listing shows of a header. A file may hold anything. */
export const describeHeader = ({ id, at, project, kind, parent }: Header) => ({
  id,
  createdAt: at,
  ...(project === undefined ? {} : { project }),
  ...(typeof kind === "string" ? { kind } : {}),
  ...(typeof parent?.session === "string" ? { parent: parent.session } : {}),
});

export const FORMAT = "coxswain-session";
export const FORMAT_VERSION = 1;

/** @throws {LogFormatError} when the log is of a newer format: it may be read, but not written to. */
export const assertWritable = (header: Header): void => {
  if (header.version <= FORMAT_VERSION) return;
  throw new LogFormatError(
    `Session "${header.id}" is of format ${header.version} and this version of Coxswain writes format ${FORMAT_VERSION}: update it to go on.`,
  );
};
