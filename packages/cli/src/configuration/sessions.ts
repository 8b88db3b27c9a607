import { join } from "node:path";
import { type CoxHome, coxHome } from "coxswain/settings";
import { sessionIndex, type SessionIndex } from "coxswain/store";
import { escapeLine } from "../output/index.ts";
import type { ProcessContext } from "../process/index.ts";

export const sessionsFolder = (home: CoxHome): string => join(home.data, "sessions");

/** Opens the index of the user's sessions. Warns if it cannot be used, because listing is slower then. */
export const userSessions = ({ env, stderr }: Pick<ProcessContext, "env" | "stderr">): SessionIndex =>
  sessionIndex({
    directory: sessionsFolder(coxHome(env)),
    onSetback: (reason) => stderr.write(`Cannot use the session index, so every session is read (slower): ${escapeLine(reason)}\n`),
  });
