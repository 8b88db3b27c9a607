/**
 * The confinement that is in effect for a workspace's commands. A confined command can write only in the workspace's
 * folder and in folders from settings, and can reach only these hosts (`*`: all).
 */
export type Confinement =
  | { readonly kind: "bubblewrap" | "seatbelt"; readonly network: "off" | readonly string[] }
  /** Commands run with all permissions of the user. `reason`: why, and how to change it. */
  | { readonly kind: "none"; readonly reason: string };
