import { join } from "node:path";

/** Returns the path of a project's own servers. */
export const projectServersPath = (project: string): string => join(project, ".mcp.json");
