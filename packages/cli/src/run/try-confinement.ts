import { type Confinement, ProcessError, type Workspace } from "coxswain";
import { type Configuration, configuredWorkspace } from "../configuration/index.ts";
import type { Tell } from "./task-model.ts";

/** What was tried in a task's folder before its session is there, so that the session need not try it again. */
export interface Trial {
  /** What confines commands. @throws {ProcessError} they have to be confined, and cannot be */
  readonly confinement: Promise<Confinement>;
  /** The workspace that it was tried in: once, and only for its own folder. Whoever takes it closes it. */
  take(root: string): Workspace | undefined;
  /** Closes the workspace that nobody has taken. */
  close(): Promise<void>;
}

/** Tries what confines the commands of a task in this folder. A person is told where it is less than what they may think. */
export const tryConfinement = (configuration: Configuration, cwd: string, tell: Tell): Trial => {
  let workspace: Workspace | undefined = configuredWorkspace(configuration, cwd);
  const { root } = workspace;
  const confinement = told(workspace.confinement(), configuration, tell);
  // Whoever waits for it has the error.
  confinement.catch(() => undefined);
  /** It goes once: one that is closed confines nothing more. */
  const letGo = (): Workspace | undefined => {
    const left = workspace;
    workspace = undefined;
    return left;
  };
  return {
    confinement,
    take: (wanted) => (wanted === root ? letGo() : undefined),
    close: async () => letGo()?.close(),
  };
};

const told = async (tried: Promise<Confinement>, { settings }: Configuration, tell: Tell): Promise<Confinement> => {
  const { mode = "auto" } = settings.sandbox ?? {};
  const confinement = await tried;
  if (confinement.kind !== "none" || mode === "off") return confinement;
  if (mode === "required") throw new ProcessError(`Nothing is run, for commands have to be confined and cannot be: ${confinement.reason}`);
  tell(`commands run without a sandbox: ${confinement.reason}`);
  return confinement;
};
