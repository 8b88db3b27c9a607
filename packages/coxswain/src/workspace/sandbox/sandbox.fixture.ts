import type { TestContext } from "node:test";
import type { NodeWorkspaceOptions } from "../node/index.ts";
import { temporaryWorkspace } from "../workspace.fixture.ts";

/** A temporary workspace whose commands are confined; undefined, and the test is skipped, where nothing can confine them. */
export const confinedWorkspace = async (t: TestContext, { sandbox, ...options }: Partial<NodeWorkspaceOptions> = {}) => {
  const made = temporaryWorkspace(t, { ...options, sandbox: { mode: "auto", ...sandbox } });
  const confinement = await made.workspace.confinement();
  if (confinement.kind !== "none") return made;
  t.skip(confinement.reason);
  return undefined;
};
