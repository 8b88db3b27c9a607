import { SettingsError } from "../errors.ts";
import { readPrivateJson, writePrivateJson } from "../private-json.ts";

/**
 * The servers of projects that the user has approved, each by the hash of its definition: a changed or added server
 * needs a new approval. Every method throws a SettingsError when the file is unusable.
 */
export interface McpApprovals {
  /** Returns the approved hashes of a project. */
  of(project: string): ReadonlySet<string>;
  /** Replaces the approved servers of a project. */
  approve(project: string, hashes: readonly string[]): void;
}

/** @param path for example `mcp-approvals.json` in the data folder; the first approval creates it */
export const mcpApprovals = (path: string): McpApprovals => {
  const read = (): ApprovalFile => {
    const value = readPrivateJson(path);
    if (value === undefined) return { projects: {} };
    if (isApprovalFile(value)) return value;
    throw new SettingsError(`${path} does not contain approved MCP servers. Fix it, or delete it and approve the servers again.`);
  };
  return {
    of(project) {
      return new Set(new Map(Object.entries(read().projects)).get(project));
    },
    approve(project, hashes) {
      const others = Object.entries(read().projects).filter(([folder]) => folder !== project);
      writePrivateJson(path, { projects: Object.fromEntries([...others, [project, [...hashes].toSorted()]]) });
    },
  };
};

interface ApprovalFile {
  readonly projects: Readonly<Record<string, readonly string[]>>;
}

const isApprovalFile = (value: unknown): value is ApprovalFile =>
  typeof value === "object" &&
  value !== null &&
  "projects" in value &&
  typeof value.projects === "object" &&
  value.projects !== null &&
  Object.values(value.projects).every((hashes) => Array.isArray(hashes) && hashes.every((hash) => typeof hash === "string"));
