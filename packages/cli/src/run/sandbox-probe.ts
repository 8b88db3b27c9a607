import { type Confinement, ProcessError, type Workspace } from "coxswain/tools";
import { type Configuration, configuredWorkspace } from "../configuration/index.ts";
import type { Display } from "../prompt/index.ts";
import type { Warn } from "./task-model.ts";

/** Probes the sandbox of a task's commands. */
export interface SandboxProbe {
  /**
   * Probes once, in the session's workspace or in a spare one that the session then receives.
   * @throws {ProcessError} when a sandbox is required and none is available
   */
  confinement(): Promise<Confinement>;
  /** Returns a workspace for a session in this folder. */
  workspace(root: string): Workspace;
  /** Closes the spare workspace if no session received it. */
  close(): Promise<void>;
}

/** Warns the user if commands run without a sandbox, or with one that lacks a part. */
export const sandboxProbe = (configuration: Configuration, cwd: string, warn: Warn): SandboxProbe => {
  let spare: Workspace | undefined;
  let used: Workspace | undefined;
  let confinement: Promise<Confinement> | undefined;
  /** Returns the spare workspace at most once, because a closed workspace confines nothing. */
  const releaseSpare = (): Workspace | undefined => {
    const released = spare;
    spare = undefined;
    return released;
  };
  return {
    confinement: () => {
      if (confinement !== undefined) return confinement;
      const workspace = used ?? (spare = configuredWorkspace(configuration, cwd));
      confinement = reportConfinement(workspace.confinement(), configuration, warn);
      // Callers that await it receive the error.
      confinement.catch(() => undefined);
      return confinement;
    },
    workspace: (root) => {
      const workspace = (spare?.root === root ? releaseSpare() : undefined) ?? configuredWorkspace(configuration, root);
      used ??= workspace;
      return workspace;
    },
    close: async () => releaseSpare()?.close(),
  };
};

const reportConfinement = async (result: Promise<Confinement>, { settings }: Configuration, warn: Warn): Promise<Confinement> => {
  const { mode = "auto" } = settings.sandbox ?? {};
  const confinement = await result;
  if (confinement.kind !== "none") for (const part of confinement.missing ?? []) warn(`the sandbox is incomplete: ${part}`);
  if (confinement.kind !== "none" || mode === "off") return confinement;
  if (mode === "required") throw new ProcessError(`Commands must run in a sandbox, and none is available: ${confinement.reason}`);
  warn(
    confinement.untested === true
      ? `the sandbox could not be tested, so each command asks before it runs without one: ${confinement.reason}`
      : `commands run without a sandbox: ${confinement.reason}`,
  );
  return confinement;
};

/** Probes the sandbox while the model streams its first tool call. A session without tool calls never probes it. */
export const probeSandboxOnToolCall = (probe: Pick<SandboxProbe, "confinement">): Display => ({
  start() {},
  event(event) {
    if (event.type === "tool_call" || event.type === "tool_start" || (event.type === "message_delta" && event.kind === "tool_input"))
      void probe.confinement();
  },
  end() {},
});
