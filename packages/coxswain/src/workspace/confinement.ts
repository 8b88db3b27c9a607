/**
 * What holds the commands of a workspace, as it really is here. Inside a sandbox a command writes only in the workspace's folder and
 * where settings let it, and reaches no network but these hosts; `*` among them is all.
 */
export type Confinement =
  | { readonly kind: "bubblewrap" | "seatbelt"; readonly network: "off" | readonly string[] }
  /** Commands run with all that the person may do. `reason` says in plain words why, and what helps. */
  | { readonly kind: "none"; readonly reason: string };
