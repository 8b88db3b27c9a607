import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Finding, good } from "./finding.ts";

/** The working trees of agents that are kept, because something was changed in them, or because what made them was killed. */
export const worktreeFindings = (folder: string): readonly Finding[] =>
  namesIn(folder).map((name) => good("worktree", `${join(folder, name)} (git worktree remove it once you have what is in it)`));

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return []; // there never was one
  }
};
