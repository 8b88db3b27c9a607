import { CoxswainError, nearestName } from "../../base/index.ts";

/** A prompt names a skill that the session does not have. */
export class UnknownSkillError extends CoxswainError {
  override readonly name = "UnknownSkillError";
  readonly code = "unknown_skill";
  readonly skill: string;

  constructor(skill: string, available: readonly string[]) {
    const near = nearestName(skill, available);
    const hint =
      available.length === 0 ? "No skills were found." : near === undefined ? `Skills are ${listed(available)}` : `Did you mean ${near}?`;
    super(`There is no skill ${JSON.stringify(skill)}. ${hint}`);
    this.skill = skill;
  }
}

const SHOWN = 8;

const listed = (names: readonly string[]): string => `${names.slice(0, SHOWN).join(", ")}${names.length > SHOWN ? ", …" : "."}`;
