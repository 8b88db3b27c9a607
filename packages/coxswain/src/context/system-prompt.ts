import { DEFAULT_SYSTEM_PROMPT } from "./default-system-prompt.ts";
import type { Section } from "./sections.ts";

export interface SystemPromptParts {
  /** Precedes all other sections. Default: empty. */
  readonly prefix?: string | undefined;
  /** Replaces `DEFAULT_SYSTEM_PROMPT`. */
  readonly base?: string | undefined;
  /** The session's configured instructions, in addition to the base. */
  readonly instructions?: string | undefined;
  readonly environment: Environment;
  /** Contents of the instruction files that apply to the session's folder. */
  readonly project?: string | undefined;
  /** The list of available skills. */
  readonly skills?: string | undefined;
  /** The MCP servers whose tools the requests do not list. */
  readonly mcp?: { readonly servers: readonly string[]; readonly text: string } | undefined;
}

/**
 * Returns the sections of the system prompt in order: prefix, base, instructions, environment, project, skills, MCP
 * servers. They are sorted from least to most variable, so that as many sessions as possible share a provider's cache.
 * Sections without text are omitted.
 */
export const systemPrompt = ({ prefix, base, instructions, environment, project, skills, mcp }: SystemPromptParts): readonly Section[] =>
  [
    { name: "prefix", text: prefix ?? "" },
    base === undefined ? OURS : { name: "base", text: base },
    { name: "instructions", text: instructions ?? "" },
    environmentSection(environment),
    { name: "project", text: project ?? "" },
    { name: "skills", text: skills ?? "" },
    ...(mcp === undefined ? [] : [{ name: `${MCP_SECTION} ${mcp.servers.join(", ")}`, text: mcp.text, lasting: true }]),
  ].filter(({ text }) => text.trim() !== "");

/**
 * The beginning of the name of the section about MCP servers. Their names follow, so that the version that was sent
 * stays in effect as long as the servers are the same: their descriptions change when they start.
 */
export const MCP_SECTION = "MCP servers:";

/** A session retains its initial base, whichever version of Coxswain opens it. */
const OURS: Section = { name: "base", text: DEFAULT_SYSTEM_PROMPT, lasting: true };

/**
 * Working environment of a session. It does not change during the session's lifetime, so that the prompt's prefix stays
 * stable.
 */
export interface Environment {
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** Node's name for the operating system, such as `linux`. */
  readonly platform: string;
  /** Start time of the session, in milliseconds since the epoch. */
  readonly startedAt: number;
  /**
   * True when the folder is inside a git repository. Detect it from the files: git itself would obey the folder's
   * settings.
   */
  readonly gitRepository?: boolean | undefined;
  /**
   * True when commands may be sandboxed. This is the setting, not the capability of the machine that resumes the
   * session.
   */
  readonly sandbox?: boolean | undefined;
}

const environmentSection = ({ cwd, platform, startedAt, gitRepository, sandbox }: Environment): Section => {
  const lines = ["# Environment", `Working directory: ${onOneLine(cwd)}`, `Platform: ${platform}`];
  if (gitRepository !== undefined) lines.push(`Git repository: ${gitRepository ? "yes" : "no"}`);
  if (sandbox === true) lines.push(SANDBOX);
  lines.push(`The session started on ${new Date(startedAt).toISOString().slice(0, 10)} (UTC).`);
  return { name: "environment", text: lines.join("\n") };
};

const SANDBOX =
  "Sandbox: if the system supports it, commands can write only in the working directory and in their own /tmp, and can connect only to hosts that the user has allowed.";

/** Escapes line breaks: a folder name must not add lines to the prompt. */
const onOneLine = (path: string): string => (/[\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path);
