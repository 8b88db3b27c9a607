import type { Workspace } from "../../workspace/index.ts";

/** Whose a file is: the project's, or the person's own. */
export type ResourceOrigin = "project" | "user";

/** A folder that holds skills, prompt templates or agents. */
export interface ResourceFolder {
  /** Absolute. */
  readonly path: string;
  readonly origin: ResourceOrigin;
  /** No link leads out of this folder, absolute and real: what a repository names must not be a file of the person's. */
  readonly within?: string;
}

/** How such folders are read. */
export interface ResourceReading {
  readonly workspace: Pick<Workspace, "resolve" | "stat" | "list" | "read">;
  /** Tells of an absolute real path whether it holds secrets: what is read may go to the model. */
  readonly isSecret: (path: string) => boolean;
  /** Is told, in a sentence, of each thing that is there and is not read as it is. */
  readonly warn: (warning: string) => void;
}
