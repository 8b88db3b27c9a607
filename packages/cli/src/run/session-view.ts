import type { Session } from "coxswain";
import type { Damage } from "coxswain/store";
import type { ServerStatus, ShownSession } from "../prompt/index.ts";
import { mcpServerRows, type McpServerRow } from "../configuration/index.ts";
import { escapeLine } from "../output/index.ts";
import type { TaskParts } from "./prepare-task.ts";
import type { OpenedSession } from "./open-session.ts";

/** The view of a task's session for displays, with the commands of extensions. */
export const shownSession = (
  session: Session,
  {
    configuration,
    mcp,
    toolsFor,
    extensions,
    sandbox,
    mode,
  }: Pick<TaskParts, "configuration" | "mcp" | "toolsFor" | "extensions" | "sandbox" | "mode">,
): ShownSession => ({
  id: session.id,
  get state() {
    return session.state;
  },
  get tools() {
    return [...toolsFor(session.state.model), ...(mcp?.toolNames() ?? [])];
  },
  get commands() {
    const prompts = (mcp?.servers ?? []).flatMap((server) => (server.manifest?.prompts ?? []).map(({ name }) => `${server.name}:${name}`));
    return [...(extensions?.commands.map(({ name }) => name) ?? []), ...prompts];
  },
  ...(sandbox === undefined ? {} : { sandbox }),
  get servers() {
    return mcpServerRows(configuration, mcp).flatMap(serverStatus);
  },
  get mode() {
    return mode.current;
  },
});

/** A server of the same name is listed in place of a hidden one. */
const serverStatus = ({ name, state, needsLogin }: McpServerRow): readonly ServerStatus[] => {
  if (state === "hidden") return [];
  if (state === "failed") return [{ name, status: needsLogin ? "needs-auth" : "failed" }];
  return [{ name, status: STATUS[state] }];
};

const STATUS = {
  configured: "pending",
  known: "pending",
  starting: "pending",
  started: "connected",
  unapproved: "disabled",
  disabled: "disabled",
} as const;

/** Formats the warning for a damaged session log: cox uses the readable entries and sets the rest aside. */
export const damageNotice = (damage: readonly Damage[]): string => {
  const [first] = damage;
  const more = damage.length > 1 ? `, and ${damage.length - 1} more` : "";
  return `cox: the session's log is damaged; using the readable entries: ${escapeLine(first?.detail ?? "")}${more}.\n`;
};

/** Formats the notice for a relocated session. Empty for other sessions. */
export const movedNotice = ({ session, moved }: OpenedSession): string =>
  moved ? `cox: the session's folder no longer exists; the session now uses ${escapeLine(session.state.cwd)}\n` : "";
