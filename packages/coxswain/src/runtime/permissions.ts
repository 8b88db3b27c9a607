import { homedir } from "node:os";
import { type Ask, modePolicy, type PermissionMode, type Policy, type RuleLists, rulesPolicy, strictest } from "../policy/index.ts";

/** What tools may do, as plain data: deny beats ask beats allow. */
export interface Permissions extends RuleLists {
  /** What runs without a question where no rule applies. Default: `ask`, which allows reading inside the session's folder. */
  readonly mode?: PermissionMode;
  /** Answers questions. Default: nobody does, and what would be asked is denied. */
  readonly onAsk?: Ask;
}

/** The policy of a session that works in this folder. @throws {RuleError} */
export const permissionPolicy = ({ mode = "ask", ...rules }: Permissions, folder: string): Policy =>
  strictest(modePolicy(mode), rulesPolicy(rules, { home: homedir(), folder }));
