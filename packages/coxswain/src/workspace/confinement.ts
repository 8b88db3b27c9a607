/**
 * The confinement that is in effect for a workspace's commands. A confined command can write only in the workspace's
 * folder and in folders from settings, and can reach only these hosts (`*`: all).
 */
export type Confinement =
  | {
      readonly kind: "bubblewrap" | "seatbelt";
      readonly network: "off" | readonly string[];
      /** Parts of the confinement that this system does not provide, as clauses. Default: none. */
      readonly missing?: readonly string[];
    }
  /**
   * Commands run with all permissions of the user. `reason`: why, and how to change it. `untested`: with
   * the mode `auto`, the trials of the sandbox had no definite result; until one has, only commands with `outside` run.
   */
  | { readonly kind: "none"; readonly reason: string; readonly untested?: true };
