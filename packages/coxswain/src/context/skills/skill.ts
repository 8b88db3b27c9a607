import { basename, dirname } from "node:path";
import type { LoadedFile, ResourceOrigin } from "../resource-files/index.ts";

/** Instructions for special tasks, after the standard of Agent Skills: a folder with a `SKILL.md`. */
export interface Skill {
  readonly name: string;
  /** For the model: what it is for, and when. */
  readonly description: string;
  /** Its `SKILL.md`, or what brought it; absolute, where that is a file. */
  readonly path: string;
  /** The folder that it is in, absolute, links resolved: what it names lies there. Absent: it has no files. */
  readonly folder?: string;
  /** What it says, without front matter. */
  readonly body: string;
  readonly origin: ResourceOrigin | "extension";
  /** Whether the model is not told of it: the person alone invokes it. */
  readonly hidden: boolean;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._-]{0,63}$/u;
/** What the standard says of a name. */
const STANDARD = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Characters. */
const LONGEST_DESCRIPTION = 1_024;

/** The skill of a file, or why it is none. `warn` is told what does not keep to the standard. */
export const skillOf = (file: LoadedFile, warn: (warning: string) => void): Skill | string => {
  const { fields, problem, path, parent, body } = file;
  if (problem !== undefined) return `${path} is no skill: its front matter cannot be read (${problem}).`;
  const description = fields.get("description")?.trim() ?? "";
  if (description === "") return `${path} is no skill: it has no description.`;
  const name = nameOf(file, warn);
  if (name === undefined) return `${path} is no skill: neither its name nor its folder's can be one.`;
  if (description.length > LONGEST_DESCRIPTION)
    warn(`${path} has a description of more than ${LONGEST_DESCRIPTION} characters: it is cut.`);
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

/** The name that it has itself, else its folder's. */
const nameOf = ({ fields, path }: LoadedFile, warn: (warning: string) => void): string | undefined => {
  const folder = basename(dirname(path));
  const given = fields.get("name")?.trim() ?? "";
  const name = [given, folder].find((one) => NAME.test(one));
  if (name === undefined) return undefined;
  if (name !== given) warn(`${path} has ${given === "" ? "no name" : "a name that cannot be one"}: it goes by its folder's, ${name}.`);
  else if (name !== folder) warn(`${path} has the name ${name}, and its folder another.`);
  else if (!STANDARD.test(name))
    warn(`${path} has the name ${name}: the standard knows lower-case letters, digits and single hyphens alone.`);
  return name;
};
