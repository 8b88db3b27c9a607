import { homedir } from "node:os";
import { type Ask, modePolicy, type PermissionMode, type Policy, type RuleLists, rulesPolicy, strictest } from "../policy/index.ts";

/** Permissions of tools as plain data: deny overrides ask, which overrides allow. */
export interface Permissions extends RuleLists {
  /**
   * Decides what runs without a question when no rule applies. Default: `ask`, which allows reading inside the
   * session's folder.
   */
  readonly mode?: PermissionMode;
  /** Answers questions. Default: none, and every question is denied. */
  readonly onAsk?: Ask;
}

/**
 * Returns the policy of a session that works in this folder.
 * @throws {RuleError}
 */
export const permissionPolicy = ({ mode = "ask", ...rules }: Permissions, folder: string): Policy =>
  strictest(modePolicy(mode), rulesPolicy(rules, { home: homedir(), folder }));
