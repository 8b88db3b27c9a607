import { existsSync } from "node:fs";
import type { PromptInput } from "coxswain";
import type { Extensions } from "coxswain/extensions";
import type { Resources } from "coxswain/session";
import { nearestNames } from "coxswain/settings";
import { UsageError } from "../argv/index.ts";
import { SLASH_NAMES } from "../commands/index.ts";
import { extensionFullName, templateFullName } from "./full-names.ts";

/** Returns the command that a prompt begins with, such as `review` of `/review src`. Undefined for a path, such as `/tmp`. */
export const slashNameOf = (input: PromptInput): string | undefined => {
  const [, name] = /^\/([\p{L}\p{N}_][\p{L}\p{M}\p{N}._:-]*)(?=\s|$)/u.exec(wordsOf(input)) ?? [];
  return name === undefined || existsSync(`/${name}`) ? undefined : name;
};

const wordsOf = (input: PromptInput): string =>
  typeof input === "string" ? input : (input.find((part) => part.type === "text")?.text ?? "");

/** The built-in commands that a prompt can begin with. */
export interface BuiltInNames {
  /** Without the slash. */
  readonly builtIn: readonly string[];
  /** Names the list of all commands, for the message. */
  readonly listing: string;
  /** Sends such a word as text, for the message. */
  readonly asText: string;
}

const COMMAND_LINE_NAMES: BuiltInNames = {
  builtIn: SLASH_NAMES,
  listing: "cox skills and cox extensions list the commands",
  asText: "begin the task with a space",
};

/**
 * Rejects an unknown command at the start of a prompt, which the model would receive as text.
 * @throws {UsageError}
 */
export const checkSlashName = (
  name: string,
  resources: SlashResources,
  extensions: Pick<Extensions, "loaded"> | undefined,
  names: BuiltInNames = COMMAND_LINE_NAMES,
): void => {
  const fault = slashFault(name, resources, extensions, names);
  if (fault !== undefined) throw new UsageError(`${fault} To send it as text, ${names.asText}`);
};

/** Names that a user can invoke with a slash. */
export interface SlashResources extends Pick<Resources, "skills" | "templates"> {
  /** Names of MCP servers, whose prompts are commands such as `/server:prompt`. Default: none. */
  readonly servers?: readonly string[];
}

/** Explains that no command has this name, and names those that are near. Undefined for a known command. */
export const slashFault = (
  name: string,
  { skills, templates, servers = [] }: SlashResources,
  extensions: Pick<Extensions, "loaded"> | undefined,
  { builtIn, listing }: Pick<BuiltInNames, "builtIn" | "listing">,
): string | undefined => {
  const provided = extensions?.loaded.flatMap(({ provides }) => provides.flatMap(commandOf)) ?? [];
  const fullNames = [...templates.map((template) => templateFullName(template.name)), ...provided.flatMap(({ fullName = [] }) => fullName)];
  const available = [
    ...builtIn,
    ...templates.map((template) => template.name),
    ...skills.map((skill) => `skill:${skill.name}`),
    ...provided.map((command) => command.name),
  ];
  // The prompts of a server may not be known before it starts.
  const isPrompt = servers.some((server) => name.startsWith(`${server}:`));
  if (isPrompt || available.includes(name) || fullNames.includes(name)) return undefined;
  const same = available.filter((one) => one === `skill:${name}` || one.startsWith(name));
  const near = [...new Set([...same, ...nearestNames(name, available)])].slice(0, MAX_NAMES);
  return `unknown command: /${name}; ${near.length === 0 ? `${listing}.` : `did you mean ${near.map(withSlash).join(" or ")}?`}`;
};

/** Names in the message. */
const MAX_NAMES = 3;

/** The command for a registration of an extension. */
const commandOf = (provided: string): readonly { readonly name: string; readonly fullName?: string }[] => {
  const [, kind = "", name = ""] = /^(command|prompt template|skill) (\S+)$/.exec(provided) ?? [];
  if (kind === "") return [];
  if (kind === "skill") return [{ name: `skill:${name}` }];
  return [{ name, fullName: kind === "command" ? extensionFullName(name) : templateFullName(name) }];
};

const withSlash = (name: string): string => `/${name}`;
