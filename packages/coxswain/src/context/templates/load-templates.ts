import { loadNamed, type ResourceFolder, type ResourceReading } from "../resource-files/index.ts";
import { type PromptTemplate, TEMPLATE_FILE, templateOf } from "./prompt-template.ts";

/**
 * Loads the prompt templates of some folders. Reports problems with `warn`, and skips files that define no template.
 */
export const loadTemplates = (
  folders: readonly ResourceFolder[],
  reserved: readonly string[],
  reading: ResourceReading,
): Promise<readonly PromptTemplate[]> =>
  loadNamed(
    folders,
    {
      kind: "prompt template",
      wanted: (name) => TEMPLATE_FILE.test(name),
      owns: false,
      make: (file) => templateOf(file, reserved, reading.warn),
    },
    reading,
  );
