import type { Workspace } from "../../workspace/index.ts";

/** Owner of a file: the project or the user. */
export type ResourceOrigin = "project" | "user";

/** A folder with skills, prompt templates or agents. */
export interface ResourceFolder {
  /** Absolute. */
  readonly path: string;
  readonly origin: ResourceOrigin;
  /**
   * Links that lead out of this folder (absolute, real) are rejected: a repository must not include files of the user.
   */
  readonly within?: string;
}

/** Options for reading resource folders. */
export interface ResourceReading {
  readonly workspace: Pick<Workspace, "resolve" | "stat" | "list" | "read">;
  /** Returns whether an absolute real path contains secrets: file contents may go to the model. */
  readonly isSecret: (path: string) => boolean;
  /** Receives a sentence for each existing item that is not read, or not read unchanged. */
  readonly warn: (warning: string) => void;
}
