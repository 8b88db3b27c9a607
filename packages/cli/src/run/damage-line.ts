import type { Damage } from "coxswain/store";
import { escapeLine } from "../output/index.ts";

/** What a person is told of a session's log that was not whole: what could be read is used, the rest is set aside. */
export const damageLine = (damage: readonly Damage[]): string => {
  const [first] = damage;
  const more = damage.length > 1 ? `, and ${damage.length - 1} more such places` : "";
  return `cox: The session's log was not whole; what can be read is used: ${escapeLine(first?.detail ?? "")}${more}.\n`;
};
