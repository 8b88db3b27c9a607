import { type PreservedSection, carrySkills, expand, type Resources, skillCatalogue } from "../../context/index.ts";
import type { Gate, PermissionRequest, Tool, ToolContext } from "../../loop/index.ts";
import type { UserMessage } from "../../model/index.ts";
import { isBelow, type Workspace } from "../../workspace/index.ts";
import { SKILL_TOOL, skillTool } from "./skill-tool.ts";
import { UnknownSkillError } from "./unknown-skill-error.ts";

/** A message as the model is to be told it, or why it cannot be. */
type ExpandedMessage = { readonly message: UserMessage | undefined } | { readonly error: UnknownSkillError };

/** What a session can be told by name, and what its model can load, from when it was opened on. */
export class SessionResources {
  /** What the model is given besides its other tools. */
  readonly tools: readonly Tool[];
  readonly #resources: Resources | undefined;

  /** Without resources no text is more than a text. */
  constructor(resources: Resources | undefined, workspace: Workspace) {
    const loadable = resources?.skills.filter(({ hidden }) => !hidden) ?? [];
    this.#resources = resources;
    this.tools = loadable.length === 0 ? [] : [skillTool(loadable, workspace)];
  }

  /** Folders that belong to skills: absolute, links resolved. */
  get folders(): readonly string[] {
    return this.#resources?.skills.flatMap(({ folder }) => folder ?? []) ?? [];
  }

  /** Puts a skill or a prompt template that a message's first text names in its place. A message that says nothing then is undefined. */
  expand(message: UserMessage): ExpandedMessage {
    const at = message.content.findIndex(({ type }) => type === "text");
    const part = message.content[at];
    if (this.#resources === undefined || part?.type !== "text") return { message };
    const expansion = expand(part.text, this.#resources);
    switch (expansion.kind) {
      case "as_said":
        return { message };
      case "unknown_skill": {
        const known = this.#resources.skills.map(({ name }) => name);
        return { error: new UnknownSkillError(expansion.name, known) };
      }
      case "expanded": {
        if (expansion.text.trim() === "" && message.content.length === 1) return { message: undefined };
        const content = message.content.with(at, { ...part, text: expansion.text });
        return { message: { ...message, content, typed: part.text } };
      }
    }
  }

  /** For the system prompt, where the model has the tool that loads them. */
  catalogue(tools: readonly string[]): string | undefined {
    return this.#resources !== undefined && tools.includes(SKILL_TOOL) ? skillCatalogue(this.#resources.skills) : undefined;
  }

  /** What a compaction carries word for word. */
  carry(facts: ToolContext["facts"]): PreservedSection | undefined {
    return this.#resources && carrySkills(this.#resources.skills, facts);
  }
}

/** A gate for which these folders lie inside, where something is to be read: whoever is told of them may look into them. */
export const readingFolders = (gate: Gate, folders: readonly string[]): Gate => {
  const judged = (request: PermissionRequest): PermissionRequest =>
    request.effect === "read" && request.inside === false && folders.some((folder) => isBelow(folder, request.subject))
      ? { ...request, inside: true }
      : request;
  return folders.length === 0 ? gate : { check: (call, requests, ...rest) => gate.check(call, requests.map(judged), ...rest) };
};
