import type { Section } from "./section.ts";

/** Where a session works. All of it holds for the session's life, so that the prompt's prefix stays the same. */
export interface Environment {
  /** The session's folder, absolute. */
  readonly cwd: string;
  /** Node's name for the operating system, as `linux`. */
  readonly platform: string;
  /** When the session began, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Whether the folder lies in a git repository. To be seen from the files: git itself would obey the folder's settings. */
  readonly gitRepository?: boolean | undefined;
  /** Whether commands may be confined: what was set, not what works on the machine that goes on with the session. */
  readonly sandbox?: boolean | undefined;
}

export const environmentSection = ({ cwd, platform, startedAt, gitRepository, sandbox }: Environment): Section => {
  const lines = ["# Environment", `Working directory: ${onOneLine(cwd)}`, `Platform: ${platform}`];
  if (gitRepository !== undefined) lines.push(`Git repository: ${gitRepository ? "yes" : "no"}`);
  if (sandbox === true) lines.push(SANDBOX);
  lines.push(`The session began on ${new Date(startedAt).toISOString().slice(0, 10)} (UTC).`);
  return { name: "environment", text: lines.join("\n") };
};

const SANDBOX =
  "Sandbox: where the system has one, commands write in the working directory and in their own /tmp only, and reach no network but what the person has allowed.";

/** A folder's name may hold line ends, and with them lines of its own for the prompt. */
const onOneLine = (path: string): string => (/[\p{Cc}\u2028\u2029]/u.test(path) ? JSON.stringify(path) : path);
