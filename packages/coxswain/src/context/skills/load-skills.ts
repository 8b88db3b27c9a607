import { loadNamed, type ResourceFolder, type ResourceReading } from "../resource-files/index.ts";
import { type Skill, skillOf } from "./skill.ts";

/** The skills of some folders. What is odd about one is told; one that is none is left out. */
export const loadSkills = (folders: readonly ResourceFolder[], reading: ResourceReading): Promise<readonly Skill[]> =>
  loadNamed(
    folders,
    { kind: "skill", wanted: (name) => name === "SKILL.md", owns: true, make: (file) => skillOf(file, reading.warn) },
    reading,
  );
