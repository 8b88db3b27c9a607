import { basename, dirname } from "node:path";
import { type LoadedFile, type ResourceOrigin, loadNamed, type ResourceFolder, type ResourceReading } from "./resource-files.ts";
import { inTags } from "./tags.ts";
import type { Entry, Fold } from "../log/index.ts";
import { isMessage } from "../loop/index.ts";
import { isReset, type PreservedSection } from "./entries.ts";
import { estimateTextTokens } from "../model/index.ts";
import { shortenedToTokens } from "./shortened.ts";

/** Instructions for special tasks in the Agent Skills format, a folder with a `SKILL.md`; or a single file `skills/NAME.md`. */
export interface Skill {
  readonly name: string;
  /** For the model: its purpose, and when to use it. */
  readonly description: string;
  /** Its file, absolute, or a reference to the extension that provides it. */
  readonly path: string;
  /** Its folder, absolute, with links resolved: files that it mentions are relative to it. Absent: it has no files. */
  readonly folder?: string;
  /** Its text, without front matter. */
  readonly body: string;
  readonly origin: ResourceOrigin | "extension";
  /** True when the model does not see the skill: only the user can invoke it. */
  readonly hidden: boolean;
}

const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]{0,63}$/u;
/** Format of a name in the standard, with the letters of any script: those without upper and lower case count as lower. */
const STANDARD = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+(?:-[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u;
/** Some agents write the name in lower case. */
const SKILL_FILE = /^SKILL\.md$/i;
/** A skill in one file; a readme describes the folder. */
const FLAT_FILE = /^(?!readme\.)[^.].*\.md$/i;
/** In characters. */
const LONGEST_DESCRIPTION = 1_024;

/**
 * Returns the skill defined in a file, or the reason why the file defines none. `warn` receives deviations from the
 * standard.
 */
const skillOf = (file: LoadedFile, warn: (warning: string) => void): Skill | string => {
  const { fields, problem, path, parent, body } = file;
  if (problem !== undefined) return `${path} is not a valid skill: its front matter cannot be parsed (${problem}).`;
  const isFlat = isFlatFile(file);
  const ownDescription = fields.get("description")?.trim() ?? "";
  const description = ownDescription === "" && isFlat ? firstLine(body) : ownDescription;
  if (description === "") return `${path} is not a valid skill: it has no ${isFlat ? "text" : "description"}.`;
  const name = nameOf(file, warn);
  if (name === undefined) return `${path} is not a valid skill: neither its name nor its ${isFlat ? "file" : "folder"}'s name is valid.`;
  if (description.length > LONGEST_DESCRIPTION)
    warn(`${path} has a description of more than ${LONGEST_DESCRIPTION} characters. It was truncated.`);
  return {
    name,
    description: description.slice(0, LONGEST_DESCRIPTION).toWellFormed(),
    path,
    ...(isFlat ? {} : { folder: parent }),
    body,
    origin: file.folder.origin,
    // Without a description the model cannot know when to use it.
    hidden: ownDescription === "" || fields.get("disable-model-invocation")?.trim().toLowerCase() === "true",
  };
};

const isFlatFile = ({ names }: LoadedFile): boolean => !SKILL_FILE.test(names.at(-1) ?? "");

/** Returns the first line with text, without the marks of a heading. */
const firstLine = (body: string): string => /^[\s#]*(\S.*)$/m.exec(body)?.[1]?.trim() ?? "";

/** Returns the skill's own name, else the name of its folder, or of its file if it has no folder. */
const nameOf = (file: LoadedFile, warn: (warning: string) => void): string | undefined => {
  const { fields, path } = file;
  const isFlat = isFlatFile(file);
  const [named, place] = isFlat ? [basename(path).slice(0, -".md".length), "file"] : [basename(dirname(path)), "folder"];
  const ownName = fields.get("name")?.trim() ?? "";
  const name = [ownName, named].find((one) => NAME.test(one));
  if (name === undefined || (isFlat && ownName === "")) return name;
  if (name !== ownName) warn(`${path} has ${ownName === "" ? "no name" : "an invalid name"}. The name of its ${place} is used: ${name}.`);
  else if (name.normalize() !== named.normalize()) warn(`${path} has the name ${name}, which differs from the name of its ${place}.`);
  else if (!STANDARD.test(name))
    warn(`${path} has the name ${name}. The standard allows only lower-case letters, digits and single hyphens.`);
  return name;
};

/** Loads the skills of some folders. Reports problems with `warn`, and skips files that define no skill. */
export const loadSkills = (folders: readonly ResourceFolder[], reading: ResourceReading): Promise<readonly Skill[]> =>
  loadNamed(
    folders,
    {
      kind: "skill",
      matches: (name, depth) => SKILL_FILE.test(name) || (depth === 0 && FLAT_FILE.test(name)),
      owns: (name) => SKILL_FILE.test(name),
      make: (file) => skillOf(file, reading.warn),
    },
    reading,
  );

/** Formats a skill for the model. */
export const skillText = ({ name, path, body }: Skill): string => inTags("skill", body, { name, path });

const COMMAND = /^\/skill:(\S*)\s*/;

/**
 * Returns the skill that a message invokes, as in `/skill:pdf report.pdf`, and its arguments. Undefined when it invokes
 * none.
 */
export const invokedSkill = (text: string): { readonly name: string; readonly rest: string } | undefined => {
  const [command, name] = COMMAND.exec(text) ?? [];
  return command === undefined || name === undefined ? undefined : { name, rest: text.slice(command.length).trimEnd() };
};

/** Records that the model loaded a skill. A skill that the user invokes is in the user's message. */
export interface SkillUseEntry extends Entry {
  readonly type: "skill_use";
  readonly name: string;
  /** The skill's file, absolute. */
  readonly path: string;
}

/** Maximum number of remembered names. */
const REMEMBERED = 32;

/** Names of the skills used since the conversation started, the latest first. Compactions preserve them. */
export const skillsUsed: Fold<readonly string[]> = {
  name: "skills",
  initial: [],
  apply(names, entry) {
    if (isReset(entry)) return [];
    const name = usedBy(entry);
    if (name === undefined || name === names[0]) return names;
    return [name, ...names.filter((other) => other !== name)].slice(0, REMEMBERED);
  },
};

const usedBy = (entry: Entry): string | undefined => {
  if (entry.type === "skill_use") return (entry as SkillUseEntry).name;
  if (!isMessage(entry) || entry.message.role !== "user" || entry.message.typed === undefined) return undefined;
  return invokedSkill(entry.message.typed)?.name;
};

/** Token limit of the list, which every request contains. */
const LIST_TOKENS = 4_000;
/** Maximum description lengths in characters, tried in turn until the list fits. */
const LENGTHS = [1_024, 300, 120] as const;

const HEAD = `# Skills
Instructions for special tasks, from the user and the project. If a skill matches your task, load it with the skill tool before you start, and follow it.`;

/**
 * Returns the section of the system prompt that lists the available skills with description and path. Undefined when
 * there are none. If the list is too long, descriptions are truncated; then skills that do not fit are omitted and
 * counted.
 */
export const skillList = (skills: readonly Skill[]): string | undefined => {
  const listed = skills.filter(({ hidden }) => !hidden);
  if (listed.length === 0) return undefined;
  let lines: readonly string[] = [];
  for (const length of LENGTHS) {
    lines = linesWithin(listed, length);
    if (lines.length === listed.length) break;
  }
  const left = listed.length - lines.length;
  const note =
    left === 0 ? [] : [`(${left} more ${left === 1 ? "skill is" : "skills are"} not listed; the skill tool can load them by name.)`];
  return `${HEAD}\n\n${[...lines, ...note].join("\n")}`;
};

/** Returns as many lines as fit. */
const linesWithin = (skills: readonly Skill[], length: number): readonly string[] => {
  let tokens = 0;
  const lines = skills.map((skill) => lineOf(skill, length));
  const end = lines.findIndex((line) => (tokens += estimateTextTokens(`${line}\n`)) > LIST_TOKENS);
  return end < 0 ? lines : lines.slice(0, end);
};

/** Formats a skill on one line: a description must not add lines to the prompt. */
const lineOf = ({ name, description, path }: Skill, length: number): string =>
  `- ${name}: ${shortened(oneLine(description), length)} (${oneLine(path)})`;

const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text);

const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}\u2028\u2029]+/gu, " ").trim();

/** Token limits, per skill and in total. */
const ONE = 5_000;
const ALL = 25_000;

/**
 * Returns the section with the used skills that a compaction preserves word for word: the latest first, in their
 * current version. Undefined when no used skill still exists. A skill that is too long loses its middle.
 */
export const preservedSkills = (skills: readonly Skill[], facts: <State>(fold: Fold<State>) => State): PreservedSection | undefined => {
  const used = facts(skillsUsed).flatMap((name) => skills.find((skill) => skill.name === name) ?? []);
  const texts: string[] = [];
  let tokens = 0;
  for (const skill of used) {
    const text = skillText({ ...skill, body: shortenedToTokens(skill.body, ONE) });
    tokens += estimateTextTokens(text);
    if (tokens > ALL) break;
    texts.push(text);
  }
  return texts.length === 0 ? undefined : { name: "skills", text: texts.join("\n\n") };
};
