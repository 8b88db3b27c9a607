import { coxHome } from "coxswain/settings";
import { sessionIndex, type SessionIndex } from "coxswain/store";
import { escapeLine } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";
import { sessionsFolder } from "./sessions-folder.ts";

/** The index of this person's sessions. When it cannot be used, they are told why the answer takes longer. */
export const userSessions = ({ env, stderr }: Pick<ProcessContext, "env" | "stderr">): SessionIndex =>
  sessionIndex({
    directory: sessionsFolder(coxHome(env)),
    onSetback: (reason) => stderr.write(`Cannot use the session index, so every session is read (slower): ${escapeLine(reason)}\n`),
  });
