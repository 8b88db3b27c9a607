import type { Damage } from "coxswain/store";
import { escapeLine } from "../output/index.ts";

/** Formats the warning for a damaged session log: cox uses the readable entries and sets the rest aside. */
export const damageLine = (damage: readonly Damage[]): string => {
  const [first] = damage;
  const more = damage.length > 1 ? `, and ${damage.length - 1} more` : "";
  return `cox: the session's log is damaged; using the readable entries: ${escapeLine(first?.detail ?? "")}${more}.\n`;
};
