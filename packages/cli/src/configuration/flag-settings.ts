import { parseRule, type Settings } from "coxswain";
import { type OptionValues, UsageError } from "../argv/index.ts";
import type { SETTING_OPTIONS } from "../options/index.ts";
import { budgetFlags } from "./budget-flags.ts";

/** What the command line says that settings could say too. @throws {UsageError} */
export const flagSettings = ({ model, thinking, allow = [], deny, ...values }: OptionValues<typeof SETTING_OPTIONS>): Settings => ({
  ...(model === undefined ? {} : { model }),
  ...(thinking === undefined ? {} : { thinking }),
  ...(values["small-model"] === undefined ? {} : { smallModel: values["small-model"] }),
  ...(values["fallback-model"] === undefined ? {} : { fallbackModels: values["fallback-model"] }),
  ...(values["no-titles"] === true ? { titles: false } : {}),
  ...(values["no-compaction"] === true ? { compaction: { auto: "off" } } : {}),
  ...listed("allow", allow.filter(isName)),
  ...rules(
    allow.filter((rule) => !isName(rule)),
    deny,
  ),
  ...(values.sandbox === undefined ? {} : { sandbox: { mode: values.sandbox } }),
  ...(values["max-turns"] === undefined ? {} : { maxTurns: values["max-turns"] }),
  ...budgetFlags(values),
});

/** The name of a tool, and no rule with brackets. */
const isName = (rule: string): boolean => !rule.includes("(");

const listed = <Name extends string>(name: Name, list: readonly string[]): { readonly [Key in Name]?: readonly string[] } =>
  // The type of an object with a computed name is wider than what it is.
  list.length === 0 ? {} : ({ [name]: list } as { readonly [Key in Name]: readonly string[] });

const rules = (allow: readonly string[], deny: readonly string[] = []): Pick<Settings, "permissions"> => {
  for (const rule of [...allow, ...deny]) {
    const parsed = parseRule(rule);
    if ("fault" in parsed) throw new UsageError(parsed.fault);
  }
  const permissions = { ...listed("allow", allow), ...listed("deny", deny) };
  return Object.keys(permissions).length === 0 ? {} : { permissions };
};
