import type { McpServerConfig } from "../../mcp/index.ts";
import { SettingsError } from "../errors.ts";
import type { Environment } from "../home.ts";
import { definitionHash } from "./definition-hash.ts";
import { serverConfig } from "./server-config.ts";
import { readServerFile } from "./server-file.ts";
import { projectServersPath } from "./project-servers-path.ts";
import type {
  ConfiguredMcpServer,
  FileServer,
  LoadedMcpServers,
  McpServersRequest,
  ProjectMcpServer,
  ServerFile,
  SkippedMcpServer,
} from "./types.ts";

/** As `loadMcpServers`, for a request with servers. @throws {SettingsError} */
export const resolveMcpServers = (request: McpServersRequest): LoadedMcpServers => {
  const { user, cwd, project, approvals, env } = request;
  const named = [...(request.files ?? [])].toReversed().map(readNamedFile);
  const { file: own, fault } = request.trusted ? readProjectFile(project) : {};
  const approved = own === undefined ? new Set<string>() : approvals.of(project);
  const found = [
    ...named.flatMap(({ path, servers }) => servers.map((server) => ({ ...server, origin: "option" as const, source: path, folder: cwd }))),
    ...Object.entries(user.servers).map(([name, settings]) => ({
      name,
      entry: { settings },
      origin: "user" as const,
      source: user.path,
      folder: cwd,
    })),
    ...(own?.servers ?? []).map((server) => ({ ...server, origin: "project" as const, source: own?.path ?? "", folder: project })),
  ];
  const servers = new Map<string, ConfiguredMcpServer>();
  const skipped: SkippedMcpServer[] = [];
  const first = new Map<string, FoundServer>();
  for (const server of found) {
    const { name, origin, source } = server;
    const above = first.get(name);
    if (above === undefined) first.set(name, server);
    const result = above === undefined ? resolveServer(server, approved, env) : hiddenBy(above);
    if ("config" in result) servers.set(name, { ...result, source });
    else skipped.push({ name, origin, source, ...result });
  }
  return {
    servers: [...servers.values()],
    skipped,
    warnings: [...named.flatMap((file) => file.warnings), ...(fault === undefined ? [] : [fault]), ...(own?.warnings ?? [])],
  };
};

/** As `projectMcpServers`. */
export const readProjectServers = (project: string): readonly ProjectMcpServer[] => {
  const { file } = readProjectFile(project);
  return (file?.servers ?? []).map(({ name, entry }) =>
    "settings" in entry ? { name, ...entry, hash: definitionHash(name, entry.settings) } : { name, ...entry },
  );
};

interface FoundServer extends FileServer {
  readonly origin: McpServerConfig["origin"];
  readonly source: string;
  readonly folder: string;
}

type Resolved = Pick<ConfiguredMcpServer, "config" | "settings"> | Pick<SkippedMcpServer, "kind" | "reason">;

const resolveServer = ({ name, entry, origin, folder }: FoundServer, approved: ReadonlySet<string>, env: Environment): Resolved => {
  if ("reason" in entry) return { kind: "faulty", reason: entry.reason };
  const { settings } = entry;
  if (settings.disabled === true || settings.enabled === false) return { kind: "disabled", reason: "disabled in its file" };
  if (origin === "project" && !approved.has(definitionHash(name, settings)))
    return { kind: "unapproved", reason: "new or changed since you trusted this project: review it with `cox trust`" };
  const result = serverConfig(name, settings, { origin, folder, env });
  return "config" in result ? { ...result, settings } : { kind: "faulty", reason: result.reason };
};

const hiddenBy = ({ source }: FoundServer): Resolved => ({ kind: "hidden", reason: `${source} has a server of this name` });

const readNamedFile = (path: string): ServerFile => {
  const file = readServerFile(path);
  if (file === undefined) throw new SettingsError(`${path} does not exist.`);
  return file;
};

/** A file of the project that cannot be read does not stop the user's work. */
const readProjectFile = (project: string): { readonly file?: ServerFile; readonly fault?: string } => {
  try {
    const file = readServerFile(projectServersPath(project));
    return file === undefined ? {} : { file };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { fault: `Its MCP servers were skipped: ${error.message}` };
  }
};
