import { betweenMarks } from "../between-marks.ts";
import type { Skill } from "./skill.ts";

/** What a skill says, as a model is told it. */
export const skillText = ({ name, path, body }: Skill): string => betweenMarks("skill", body, { name, path });
