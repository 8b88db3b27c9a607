import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Finding, ok } from "./finding.ts";

/** Lists worktrees of agents that remain, because they have changes or their process was killed. */
export const worktreeFindings = (folder: string): readonly Finding[] =>
  namesIn(folder).map((name) =>
    ok("worktree", `${join(folder, name)} (remove it with git worktree remove once you have saved its changes)`),
  );

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return []; // never created
  }
};
