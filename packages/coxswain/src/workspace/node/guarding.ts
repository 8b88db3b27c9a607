import type { OrphanGuard } from "./orphan-guard.ts";

/** Who looks after the commands of a process's workspaces. Loaded with the first command. */
export type Guarding = () => Promise<OrphanGuard>;

export const guarding = (): Guarding => {
  let loaded: Promise<OrphanGuard> | undefined;
  return () => (loaded ??= import("./orphan-guard.ts").then(({ OrphanGuard }) => new OrphanGuard()));
};
