import { homedir } from "node:os";
import type { ProtectedPlaces } from "coxswain/policy";
import type { Configuration } from "./configure.ts";
import { realPath } from "./real-path.ts";
import { worktreesFolder } from "./tasks.ts";

/**
 * Returns the protected paths of a session in this folder, links resolved: files that run code, including Coxswain's
 * own.
 */
export const sessionProtectedPlaces = ({ home }: Pick<Configuration, "home">, cwd: string): ProtectedPlaces => ({
  home: realPath(homedir()),
  folder: realPath(cwd),
  also: [realPath(home.config), realPath(home.data)],
  worked: [realPath(worktreesFolder({ home }))],
});
