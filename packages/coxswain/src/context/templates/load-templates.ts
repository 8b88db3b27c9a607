import { loadNamed, type ResourceFolder, type ResourceReading } from "../resource-files/index.ts";
import { type PromptTemplate, TEMPLATE_FILE, templateOf } from "./prompt-template.ts";

/** The prompt templates of some folders. What is odd about one is told; one that is none is left out. */
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
