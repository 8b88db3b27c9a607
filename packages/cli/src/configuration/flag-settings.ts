import type { Settings } from "coxswain";
import type { OptionValues } from "../argv/index.ts";
import type { SETTING_OPTIONS } from "../options/index.ts";
import { budgetFlags } from "./budget-flags.ts";

/** What the command line says that settings could say too. @throws {UsageError} */
export const flagSettings = ({ model, thinking, allow, ...values }: OptionValues<typeof SETTING_OPTIONS>): Settings => ({
  ...(model === undefined ? {} : { model }),
  ...(thinking === undefined ? {} : { thinking }),
  ...(values["small-model"] === undefined ? {} : { smallModel: values["small-model"] }),
  ...(values["fallback-model"] === undefined ? {} : { fallbackModels: values["fallback-model"] }),
  ...(values["no-titles"] === true ? { titles: false } : {}),
  ...(values["no-compaction"] === true ? { compaction: { auto: "off" } } : {}),
  ...(allow === undefined ? {} : { allow }),
  ...(values["max-turns"] === undefined ? {} : { maxTurns: values["max-turns"] }),
  ...budgetFlags(values),
});
