import type { PermissionMode } from "coxswain";
import { parseRule } from "coxswain/policy";
import type { Settings } from "coxswain/settings";
import { type OptionValues, UsageError } from "../argv/index.ts";
import type { SETTING_OPTIONS } from "../commands/index.ts";
import { parseDuration } from "../time/index.ts";

/** Converts options of the command line to settings. @throws {UsageError} */
export const flagSettings = ({ model, thinking, allow = [], deny, ...values }: SettingValues): Settings => ({
  ...(model === undefined ? {} : { model }),
  ...(thinking === undefined ? {} : { thinking }),
  ...(values["small-model"] === undefined ? {} : { smallModel: values["small-model"] }),
  ...(values["fallback-model"] === undefined ? {} : { fallbackModels: values["fallback-model"] }),
  ...(values["no-titles"] === true ? { titles: false } : {}),
  ...(values["no-compaction"] === true ? { compaction: { auto: "off" } } : {}),
  ...listed("allow", allow.filter(isName)),
  ...permissionFlags(
    allow.filter((rule) => !isName(rule)),
    deny,
    modeOf(values),
  ),
  ...(values.sandbox === undefined ? {} : { sandbox: { mode: values.sandbox } }),
  ...(values["max-turns"] === undefined ? {} : { maxTurns: values["max-turns"] }),
  ...budgetFlags(values),
});

/** Returns whether a rule is a tool name without parentheses. */
const isName = (rule: string): boolean => !rule.includes("(");

const listed = <Name extends string>(name: Name, list: readonly string[]): { readonly [Key in Name]?: readonly string[] } =>
  // TypeScript widens the type of an object with a computed key.
  list.length === 0 ? {} : ({ [name]: list } as { readonly [Key in Name]: readonly string[] });

/** `--yes` sets the mode. Not every command has it. */
type SettingValues = OptionValues<typeof SETTING_OPTIONS> & { readonly yes?: boolean };

const modeOf = ({ mode, yes }: Pick<SettingValues, "mode" | "yes">): PermissionMode | undefined => {
  if (yes !== true) return mode;
  if (mode !== undefined && mode !== "yolo") throw new UsageError(`--yes means --mode yolo and cannot be combined with --mode ${mode}`);
  return "yolo";
};

const permissionFlags = (
  allow: readonly string[],
  deny: readonly string[] = [],
  mode: PermissionMode | undefined,
): Pick<Settings, "permissions"> => {
  for (const rule of [...allow, ...deny]) {
    const parsed = parseRule(rule);
    if ("fault" in parsed) throw new UsageError(parsed.fault);
  }
  const permissions = { ...(mode === undefined ? {} : { mode }), ...listed("allow", allow), ...listed("deny", deny) };
  return Object.keys(permissions).length === 0 ? {} : { permissions };
};

type BudgetValues = Pick<OptionValues<typeof SETTING_OPTIONS>, "max-budget-usd" | "max-time">;

/** Parses the budget options of the command line. @throws {UsageError} */
export const budgetFlags = ({ "max-budget-usd": usd, "max-time": time }: BudgetValues): Pick<Settings, "budget"> => {
  const budget = {
    ...(usd === undefined ? {} : { usd: dollarsOf("--max-budget-usd", usd) }),
    ...(time === undefined ? {} : { seconds: parseDuration("--max-time", time) }),
  };
  return Object.keys(budget).length === 0 ? {} : { budget };
};

const dollarsOf = (option: string, given: string): number => {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(given)) throw new UsageError(`${option} must be an amount in USD such as 2 or 0.50, not ${given}`);
  return Number(given);
};
