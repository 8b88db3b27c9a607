import { homedir } from "node:os";
import type { ProtectedPlaces } from "coxswain/policy";
import type { Configuration } from "./configure.ts";
import { realPath } from "./real-path.ts";
import { worktreesFolder } from "./tasks.ts";

/** Where what runs code by itself lies for a session in this folder, what Coxswain keeps among it; links resolved. */
export const sessionProtectedPlaces = ({ home }: Pick<Configuration, "home">, cwd: string): ProtectedPlaces => ({
  home: realPath(homedir()),
  folder: realPath(cwd),
  also: [realPath(home.config), realPath(home.data)],
  worked: [realPath(worktreesFolder({ home }))],
});
