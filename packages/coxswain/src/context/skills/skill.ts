import { basename, dirname } from "node:path";
import type { LoadedFile, ResourceOrigin } from "../resource-files/index.ts";

/** Instructions for special tasks in the Agent Skills format: a folder with a `SKILL.md`. */
export interface Skill {
  readonly name: string;
  /** For the model: its purpose, and when to use it. */
  readonly description: string;
  /** Its `SKILL.md`, absolute, or a reference to the extension that provides it. */
  readonly path: string;
  /** Its folder, absolute, with links resolved: files that it mentions are relative to it. Absent: it has no files. */
  readonly folder?: string;
  /** Its text, without front matter. */
  readonly body: string;
  readonly origin: ResourceOrigin | "extension";
  /** True when the model does not see the skill: only the user can invoke it. */
  readonly hidden: boolean;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
/** Format of a name in the standard. */
const STANDARD = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** In characters. */
const LONGEST_DESCRIPTION = 1_024;

/**
 * Returns the skill defined in a file, or the reason why the file defines none. `warn` receives deviations from the
 * standard.
 */
export const skillOf = (file: LoadedFile, warn: (warning: string) => void): Skill | string => {
  const { fields, problem, path, parent, body } = file;
  if (problem !== undefined) return `${path} is not a valid skill: its front matter cannot be parsed (${problem}).`;
  const description = fields.get("description")?.trim() ?? "";
  if (description === "") return `${path} is not a valid skill: it has no description.`;
  const name = nameOf(file, warn);
  if (name === undefined) return `${path} is not a valid skill: neither its name nor its folder's name is valid.`;
  if (description.length > LONGEST_DESCRIPTION)
    warn(`${path} has a description of more than ${LONGEST_DESCRIPTION} characters. It was truncated.`);
  return {
    name,
    description: description.slice(0, LONGEST_DESCRIPTION).toWellFormed(),
    path,
    folder: parent,
    body,
    origin: file.folder.origin,
    hidden: fields.get("disable-model-invocation")?.trim().toLowerCase() === "true",
  };
};

/** Returns the skill's own name, else its folder's name. */
const nameOf = ({ fields, path }: LoadedFile, warn: (warning: string) => void): string | undefined => {
  const folder = basename(dirname(path));
  const given = fields.get("name")?.trim() ?? "";
  const name = [given, folder].find((one) => NAME.test(one));
  if (name === undefined) return undefined;
  if (name !== given) warn(`${path} has ${given === "" ? "no name" : "an invalid name"}. The name of its folder is used: ${name}.`);
  else if (name !== folder) warn(`${path} has the name ${name}, which differs from the name of its folder.`);
  else if (!STANDARD.test(name))
    warn(`${path} has the name ${name}. The standard allows only lower-case letters, digits and single hyphens.`);
  return name;
};
