import { launches } from "./launchers.ts";
import { PATH_HABITS } from "./path-habits.ts";
import { hasRisks } from "./risks.ts";
import { SHELLS, wrapperOf } from "./wrappers.ts";

/** Whether it is known of a program, by its base name, what becomes of its words. Of others any of them may be a command that they run. */
export const isKnownProgram = (name: string): boolean =>
  PATH_HABITS.has(name) || hasRisks(name) || SHELLS.has(name) || wrapperOf(name) !== undefined || launches(name, []) || TEXTUAL.has(name);

/** They are told of programs, and run none of them. */
const TEXTUAL = new Set(
  "apt apt-get apk brew cargo dnf docker gem gh git glab info kubectl man npm pacman pip pip3 pnpm podman yarn yum".split(" "),
);
