import { type Confinement, ProcessError, type Workspace } from "coxswain/tools";
import { type Configuration, configuredWorkspace } from "../configuration/index.ts";
import type { Warn } from "./task-model.ts";

/** What is tried for a task: what confines its commands. */
export interface SandboxProbe {
  /** Tries it, the first time it is asked for: in the session's workspace, else in one that the session is given. @throws {ProcessError} they have to be confined, and cannot be */
  confinement(): Promise<Confinement>;
  /** A workspace for a session in this folder. */
  workspace(root: string): Workspace;
  /** Closes the workspace that no session was given. */
  close(): Promise<void>;
}

/** A person is told where commands are confined less than they may think. */
export const sandboxProbe = (configuration: Configuration, cwd: string, tell: Warn): SandboxProbe => {
  let spare: Workspace | undefined;
  let given: Workspace | undefined;
  let confinement: Promise<Confinement> | undefined;
  /** It goes once: one that is closed confines nothing more. */
  const letGo = (): Workspace | undefined => {
    const left = spare;
    spare = undefined;
    return left;
  };
  return {
    confinement: () => {
      if (confinement !== undefined) return confinement;
      const workspace = given ?? (spare = configuredWorkspace(configuration, cwd));
      confinement = reported(workspace.confinement(), configuration, tell);
      // Whoever waits for it has the error.
      confinement.catch(() => undefined);
      return confinement;
    },
    workspace: (root) => {
      const made = (spare?.root === root ? letGo() : undefined) ?? configuredWorkspace(configuration, root);
      given ??= made;
      return made;
    },
    close: async () => letGo()?.close(),
  };
};

const reported = async (tried: Promise<Confinement>, { settings }: Configuration, tell: Warn): Promise<Confinement> => {
  const { mode = "auto" } = settings.sandbox ?? {};
  const confinement = await tried;
  if (confinement.kind !== "none" || mode === "off") return confinement;
  if (mode === "required") throw new ProcessError(`Commands must run in a sandbox, and none is available: ${confinement.reason}`);
  tell(`commands run without a sandbox: ${confinement.reason}`);
  return confinement;
};
