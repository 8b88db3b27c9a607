import type { PermissionMode } from "coxswain";
import type { ViewStatus } from "coxswain/view";

/** Facts that a footer shows. */
export interface FooterFacts {
  /** Reference of the model. */
  readonly model: string;
  readonly thinking: string;
  /** Absent if another process sets it. */
  readonly mode?: PermissionMode;
  /** Absent before the first response. */
  readonly context?: NonNullable<ViewStatus["context"]>;
  /** Share of the last request's input that came from the provider's cache, 0 to 1. Absent before the first response. */
  readonly cache?: number;
  /** USD of the session, as far as prices are known. */
  readonly cost: number;
  /** USD that the active run has cost. Absent between runs. */
  readonly runCost?: number;
  /** Absolute path. */
  readonly folder: string;
  readonly title?: string;
  readonly place: PlaceFacts;
}

/** Facts about the place in which a session works. */
export interface PlaceFacts {
  /** The confinement of commands: `off`, or the setting, or the confinement in effect once commands ran. */
  readonly sandbox?: SandboxLevel;
  /** Name of the Git branch, or the beginning of a commit's id. Absent outside of a repository. */
  readonly branch?: string;
  /** Limit of a run in USD. Absent: none. */
  readonly budget?: number;
}

/** `none`: a sandbox was wanted, and is not available. */
export type SandboxLevel = "auto" | "required" | "off" | "on" | "none";
