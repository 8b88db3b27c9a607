import { nodeWorkspace } from "coxswain/tools";

/** Reason why this machine has no sandbox, or undefined if it has one. */
export const unconfinedReason = async (): Promise<string | undefined> => {
  const workspace = nodeWorkspace({ root: "/", sandbox: { mode: "auto" } });
  const confinement = await workspace.confinement();
  await workspace.close();
  return confinement.kind === "none" ? confinement.reason : undefined;
};
