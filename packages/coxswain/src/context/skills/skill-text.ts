import { betweenMarks } from "../between-marks.ts";
import type { Skill } from "./skill.ts";

/** Formats a skill for the model. */
export const skillText = ({ name, path, body }: Skill): string => betweenMarks("skill", body, { name, path });
