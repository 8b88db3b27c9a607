import { type PreservedSection, preservedSkills, expand, type Resources, skillList } from "../../context/index.ts";
import type { Gate, PermissionRequest, Tool, ToolContext } from "../../loop/index.ts";
import type { UserMessage } from "../../model/index.ts";
import { isBelow, type Workspace } from "../../workspace/index.ts";
import { SKILL_TOOL, skillTool } from "./skill-tool.ts";
import { UnknownSkillError } from "./unknown-skill-error.ts";

/** A message with its skill or template expanded, or the error. */
type ExpandedMessage = { readonly message: UserMessage | undefined } | { readonly error: UnknownSkillError };

/** The skills and prompt templates of an open session. */
export class SessionResources {
  /** The tool that loads skills, if there are any. */
  readonly tools: readonly Tool[];
  readonly #resources: Resources | undefined;

  /** Without resources nothing is expanded. */
  constructor(resources: Resources | undefined, workspace: Workspace) {
    const loadable = resources?.skills.filter(({ hidden }) => !hidden) ?? [];
    this.#resources = resources;
    this.tools = loadable.length === 0 ? [] : [skillTool(loadable, workspace)];
  }

  /** Folders of the skills: absolute, links resolved. */
  get folders(): readonly string[] {
    return this.#resources?.skills.flatMap(({ folder }) => folder ?? []) ?? [];
  }

  /** Expands a skill or a prompt template that a message's first text names. `message` is undefined if the result is empty. */
  expand(message: UserMessage): ExpandedMessage {
    const at = message.content.findIndex(({ type }) => type === "text");
    const part = message.content[at];
    if (this.#resources === undefined || part?.type !== "text") return { message };
    const expansion = expand(part.text, this.#resources);
    switch (expansion.kind) {
      case "unchanged":
        return { message };
      case "unknown_skill": {
        const names = this.#resources.skills.map(({ name }) => name);
        return { error: new UnknownSkillError(expansion.name, names) };
      }
      case "expanded": {
        if (expansion.text.trim() === "" && message.content.length === 1) return { message: undefined };
        const content = message.content.with(at, { ...part, text: expansion.text });
        return { message: { ...message, content, typed: part.text } };
      }
    }
  }

  /** Returns the skills for the system prompt, if the model has the tool that loads them. */
  skillList(tools: readonly string[]): string | undefined {
    return this.#resources !== undefined && tools.includes(SKILL_TOOL) ? skillList(this.#resources.skills) : undefined;
  }

  /** Returns the skills in use, which a compaction preserves verbatim. */
  preservedSkills(facts: ToolContext["facts"]): PreservedSection | undefined {
    return this.#resources && preservedSkills(this.#resources.skills, facts);
  }
}

/** Wraps a gate: reads in these folders count as inside the workspace. */
export const readingFolders = (gate: Gate, folders: readonly string[]): Gate => {
  const judged = (request: PermissionRequest): PermissionRequest =>
    request.effect === "read" && request.inside === false && folders.some((folder) => isBelow(folder, request.subject))
      ? { ...request, inside: true }
      : request;
  return folders.length === 0 ? gate : { check: (call, requests, ...rest) => gate.check(call, requests.map(judged), ...rest) };
};
