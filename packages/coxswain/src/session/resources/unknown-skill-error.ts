import { CoxswainError, nearestName } from "../../base/index.ts";

/** A prompt names a skill that the session does not have. */
export class UnknownSkillError extends CoxswainError {
  override readonly name = "UnknownSkillError";
  readonly code = "unknown_skill";
  readonly skill: string;

  constructor(skill: string, known: readonly string[]) {
    const near = nearestName(skill, known);
    const hint =
      known.length === 0 ? "No skills were found." : near === undefined ? `Skills are ${listed(known)}` : `Did you mean ${near}?`;
    super(`There is no skill ${JSON.stringify(skill)}. ${hint}`);
    this.skill = skill;
  }
}

const SHOWN = 8;

const listed = (names: readonly string[]): string => `${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? ", …" : "."}`;
