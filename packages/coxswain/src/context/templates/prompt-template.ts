import type { LoadedFile, ResourceOrigin } from "../resource-files/index.ts";

/** A prompt that a user invokes by name, such as `/review src`. */
export interface PromptTemplate {
  /** Without the slash. In a sub-folder, such as `frontend:review`. */
  readonly name: string;
  /** For the user: its purpose. */
  readonly description: string;
  /** Its arguments, such as `FILE [LINE]`. */
  readonly argumentHint?: string;
  /** Its file, absolute, or a reference to the extension that provides it. */
  readonly path: string;
  /** The text with placeholders. */
  readonly body: string;
  readonly origin: ResourceOrigin | "extension";
}

export const TEMPLATE_FILE = /\.md$/i;

const NAME = /^[\p{L}\p{N}_][\p{L}\p{N}._-]*(?::[\p{L}\p{N}_][\p{L}\p{N}._-]*)*$/u;
/** In characters. */
const LONGEST_DESCRIPTION = 200;

/**
 * Returns the template defined in a file, or the reason why the file defines none. Templates cannot use `reserved`
 * names.
 */
export const templateOf = (file: LoadedFile, reserved: readonly string[], warn: (warning: string) => void): PromptTemplate | string => {
  const { fields, problem, path, names, body } = file;
  const name = names.join(":").replace(TEMPLATE_FILE, "");
  if (!NAME.test(name))
    return `${path} is not a valid prompt template: its name may contain only letters, digits, dots, hyphens and underscores.`;
  if (reserved.includes(name) || name.startsWith("skill:")) return `${path} was skipped: /${name} is a built-in command.`;
  if (body === "") return `${path} is not a valid prompt template: it is empty.`;
  // The body is sufficient; the fields only describe it.
  if (problem !== undefined) warn(`The front matter of ${path} cannot be parsed (${problem}). The template is used without it.`);
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
