import { loadNamed, type ResourceFolder, type ResourceReading } from "../resource-files/index.ts";
import { type Skill, skillOf } from "./skill.ts";

/** Loads the skills of some folders. Reports problems with `warn`, and skips files that define no skill. */
export const loadSkills = (folders: readonly ResourceFolder[], reading: ResourceReading): Promise<readonly Skill[]> =>
  loadNamed(
    folders,
    { kind: "skill", wanted: (name) => name === "SKILL.md", owns: true, make: (file) => skillOf(file, reading.warn) },
    reading,
  );
