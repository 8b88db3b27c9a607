import { parseRule } from "coxswain/policy";
import { nearestName } from "coxswain/settings";

const FORMS =
  "A rule is a tool, or a part of its use: bash(npm test) for all commands that begin so, bash(npm test $) for this one alone, " +
  "edit(src/**), fetch(example.org) or mcp(server/tool).";

/** Explains why a rule should not be saved: it is invalid, or no tool has its name. Undefined for a rule that can apply. */
export const ruleFault = (rule: string, tools: readonly string[]): string | undefined => {
  const parsed = parseRule(rule);
  if ("fault" in parsed) return `${parsed.fault}. ${FORMS}`;
  if (parsed.about !== "tool" || tools.includes(parsed.tool)) return undefined;
  const near = nearestName(parsed.tool, tools);
  return `no tool ${parsed.tool}${near === undefined ? "." : `; did you mean ${near}?`} ${FORMS}`;
};
