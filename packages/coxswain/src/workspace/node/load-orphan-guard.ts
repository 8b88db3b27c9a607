import type { OrphanGuard } from "./orphan-guard.ts";

/** Returns the orphan guard of a process's workspaces. Loaded with the first command. */
export type OrphanGuardLoader = () => Promise<OrphanGuard>;

export const orphanGuardLoader = (): OrphanGuardLoader => {
  let loaded: Promise<OrphanGuard> | undefined;
  return () => (loaded ??= import("./orphan-guard.ts").then(({ OrphanGuard }) => new OrphanGuard()));
};
