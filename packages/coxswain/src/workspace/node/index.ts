export { nodeWorkspace, type NodeWorkspaceOptions } from "./node-workspace.ts";
