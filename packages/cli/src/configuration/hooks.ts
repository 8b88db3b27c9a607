import { homedir } from "node:os";
import { findHooks, type FoundHooks, type HookPlaces } from "coxswain/hooks";
import type { Configuration } from "./configure.ts";

/** The hooks of the settings and of Claude Code's files: the person's own, and the project's when it is trusted. */
export const configuredHooks = ({ layers, project }: Configuration, options: Pick<HookPlaces, "all" | "tools"> = {}): Promise<FoundHooks> =>
  findHooks({ layers, project: project.folder, trusted: project.trusted, home: homedir(), ...options });
