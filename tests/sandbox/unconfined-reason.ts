import { nodeWorkspace } from "coxswain/tools";

/** Why nothing can be tried here; undefined where it can. */
export const unconfinedReason = async (): Promise<string | undefined> => {
  const workspace = nodeWorkspace({ root: "/", sandbox: { mode: "auto" } });
  const confinement = await workspace.confinement();
  await workspace.close();
  return confinement.kind === "none" ? confinement.reason : undefined;
};
