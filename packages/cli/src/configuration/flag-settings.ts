import { parseRule } from "coxswain/policy";
import type { Settings } from "coxswain/settings";
import { type OptionValues, UsageError } from "../argv/index.ts";
import { SETTING_OPTIONS, type SettingOption } from "../commands/index.ts";
import { parseDuration } from "../time/index.ts";

/** `--yes` sets the mode. Not every command has it. */
type SettingValues = OptionValues<typeof SETTING_OPTIONS> & { readonly yes?: boolean };

/** Converts options of the command line to settings. @throws {UsageError} */
export const flagSettings = ({ yes, ...values }: SettingValues): Settings => {
  const settings: Record<string, unknown> = {};
  for (const [name, value] of Object.entries({ ...values, ...(yes === true ? { mode: modeOfYes(values.mode) } : {}) })) {
    const option = optionNamed(name);
    if (option !== undefined && value !== undefined) assign(settings, option.setting.split("."), settingValue(name, option, value));
  }
  // A test reads the setting of each option with the reader of settings files.
  return settings;
};

const optionNamed = (name: string): SettingOption | undefined =>
  Object.hasOwn(SETTING_OPTIONS, name) ? SETTING_OPTIONS[name as keyof typeof SETTING_OPTIONS] : undefined;

const modeOfYes = (mode: SettingValues["mode"]): "yolo" => {
  if (mode !== undefined && mode !== "yolo") throw new UsageError(`--yes means --mode yolo and cannot be combined with --mode ${mode}`);
  return "yolo";
};

const settingValue = (name: string, { sets, parse }: SettingOption, value: unknown): unknown => {
  if (sets !== undefined) return sets;
  if (parse === "dollars") return parseDollars(`--${name}`, String(value));
  if (parse === "duration") return parseDuration(`--${name}`, String(value));
  return parse === "rules" ? parseRules(value as readonly string[]) : value;
};

const assign = (settings: Record<string, unknown>, [name = "", ...rest]: readonly string[], value: unknown): void => {
  if (rest.length === 0) settings[name] = value;
  else assign((settings[name] ??= {}) as Record<string, unknown>, rest, value);
};

const parseRules = (rules: readonly string[]): readonly string[] => {
  for (const rule of rules) {
    const parsed = parseRule(rule);
    if ("fault" in parsed) throw new UsageError(parsed.fault);
  }
  return rules;
};

const parseDollars = (option: string, amount: string): number => {
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(amount)) throw new UsageError(`${option} must be an amount in USD such as 2 or 0.50, not ${amount}`);
  return Number(amount);
};
