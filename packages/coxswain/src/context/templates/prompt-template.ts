import type { LoadedFile, ResourceOrigin } from "../resource-files/index.ts";

/** A text that a person says by its name, as `/review src`. */
export interface PromptTemplate {
  /** Without the slash; of one in a sub-folder, as `frontend:review`. */
  readonly name: string;
  /** For the person: what it is for. */
  readonly description: string;
  /** What is to be given to it, as `FILE [LINE]`. */
  readonly argumentHint?: string;
  /** Its file, or what brought it; absolute, where that is a file. */
  readonly path: string;
  /** The text with its placeholders. */
  readonly body: string;
  readonly origin: ResourceOrigin | "extension";
}

export const TEMPLATE_FILE = /\.md$/i;

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}._-]*(?::[\p{L}\p{N}_][\p{L}\p{N}._-]*)*$/u;
/** Characters. */
const LONGEST_DESCRIPTION = 200;

/** The template of a file, or why it is none. `reserved` are names that it cannot have. */
export const templateOf = (file: LoadedFile, reserved: readonly string[], warn: (warning: string) => void): PromptTemplate | string => {
  const { fields, problem, path, names, body } = file;
  const name = names.join(":").replace(TEMPLATE_FILE, "");
  if (!NAME.test(name)) return `${path} is no prompt template: its name has more than letters, digits, dots, hyphens and underscores.`;
  if (reserved.includes(name) || name.startsWith("skill:")) return `${path} is left out: /${name} is a command of its own.`;
  if (body === "") return `${path} is no prompt template: it says nothing.`;
  // What can be said is in the body; the fields only describe it.
  if (problem !== undefined) warn(`The front matter of ${path} cannot be read (${problem}): the template is taken without it.`);
  const argumentHint = fields.get("argument-hint")?.trim() ?? "";
  const description = fields.get("description")?.trim() || (body.split("\n", 1)[0] ?? "");
  return {
    name,
    description: description.slice(0, LONGEST_DESCRIPTION).toWellFormed(),
    ...(argumentHint === "" ? {} : { argumentHint }),
    path,
    body,
    origin: file.folder.origin,
  };
};
