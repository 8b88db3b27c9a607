import { homedir } from "node:os";
import { findHooks, type FoundHooks, type HookPlaces } from "coxswain/hooks";
import type { Configuration } from "./configure.ts";

/** Finds the hooks in the settings and in Claude Code's files, of the user and of a trusted project. */
export const configuredHooks = ({ layers, project }: Configuration, options: Pick<HookPlaces, "all" | "tools"> = {}): Promise<FoundHooks> =>
  findHooks({ layers, project: project.folder, trusted: project.trusted, home: homedir(), ...options });
