import type { Damage } from "coxswain/store";
import { escapeLine } from "../output/index.ts";

/** What a person is told of a session's log that was not whole: what could be read is used, the rest is set aside. */
export const damageLine = (damage: readonly Damage[]): string => {
  const [first] = damage;
  const more = damage.length > 1 ? `, and ${damage.length - 1} more` : "";
  return `cox: the session's log is damaged; using the readable entries: ${escapeLine(first?.detail ?? "")}${more}.\n`;
};
