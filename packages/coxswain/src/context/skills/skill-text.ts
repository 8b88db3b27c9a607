import { inTags } from "../between-marks.ts";
import type { Skill } from "./skill.ts";

/** Formats a skill for the model. */
export const skillText = ({ name, path, body }: Skill): string => inTags("skill", body, { name, path });
