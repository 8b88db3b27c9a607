import type { TestContext } from "node:test";
import type { NodeWorkspaceOptions } from "../node/index.ts";
import { temporaryWorkspace } from "../workspace.fixture.ts";

/**
 * Creates a temporary workspace with confined commands. Skips the test and returns undefined if confinement is
 * unavailable.
 */
export const confinedWorkspace = async (t: TestContext, { sandbox, ...options }: Partial<NodeWorkspaceOptions> = {}) => {
  const made = temporaryWorkspace(t, { ...options, sandbox: { mode: "auto", ...sandbox } });
  const confinement = await made.workspace.confinement();
  if (confinement.kind !== "none") return made;
  t.skip(confinement.reason);
  return undefined;
};
