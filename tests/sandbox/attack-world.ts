import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { secretPaths } from "coxswain/policy";
import { nodeWorkspace, type NodeWorkspaceOptions, type Workspace } from "coxswain/tools";

/** A writable folder inside a home directory whose files must stay unchanged and whose secrets must stay unreadable. */
export interface AttackWorld {
  readonly root: string;
  readonly home: string;
  readonly port: number;
  readonly workspace: Workspace;
  /** Opens another workspace of the same folder, as for a sub-agent. */
  readonly another: () => Workspace;
  /** Number of connections to the listeners of this machine. */
  readonly connections: () => number;
  /** Snapshot of everything that must stay unchanged. */
  readonly state: () => unknown;
  readonly close: () => Promise<void>;
}

const NO_GIT_CONFIG = { GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
export const SECRET = "the-secret-itself";

export const attackWorld = async (): Promise<AttackWorld> => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "coxswain-test-")));
  const home = join(base, "home");
  const root = join(home, "project");
  const data = join(home, ".local", "share", "coxswain");
  for (const folder of [root, data, join(home, ".ssh"), join(root, "in")]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(home, "notes"), "mine\n");
  writeFileSync(join(home, ".bashrc"), "# mine\n");
  for (const file of [join(home, ".ssh", "id_rsa"), join(root, ".env"), join(root, "in", "key.pem"), join(data, "credentials.json")])
    writeFileSync(file, `${SECRET}\n`, { mode: 0o600 });
  symlinkSync(join(home, "notes"), join(root, "link"));
  symlinkSync(home, join(root, "up"));
  const program = join(home, "setuid");
  writeFileSync(program, readFileSync("/usr/bin/id"));
  chmodSync(program, 0o4755);
  execFileSync("git", ["init", "--quiet", root], { env: { ...process.env, ...NO_GIT_CONFIG } });
  execFileSync(
    "git",
    ["-C", root, "-c", "user.name=Ann", "-c", "user.email=a@localhost", "commit", "--quiet", "--allow-empty", "-m", "One"],
    {
      env: { ...process.env, ...NO_GIT_CONFIG },
    },
  );
  rmSync(join(root, ".git", "hooks"), { recursive: true, force: true });
  linkSync(join(home, "notes"), join(home, "notes-too"));

  let connections = 0;
  const listen = (address: string | number): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer((socket) => {
        connections += 1;
        socket.destroy();
      });
      server.once("error", reject);
      if (typeof address === "number") server.listen(address, "127.0.0.1", () => resolve(server));
      else server.listen(address, () => resolve(server));
    });
  const abstract = `\0coxswain-test-${process.pid}`;
  const server = await listen(0);
  const servers = [server, await listen(join(home, "agent.sock")), await listen(abstract)];
  const { port } = server.address() as { readonly port: number };

  const options: NodeWorkspaceOptions = {
    root,
    env: { ...process.env, HOME: home, ATTACK_SOCKET: join(home, "agent.sock"), ATTACK_ABSTRACT: abstract.slice(1) },
    unsearched: secretPaths({ home }),
    sandbox: {
      mode: "required",
      readOnly: [".vscode", ".npmrc", ".claude"].map((name) => join(root, name)),
      hidden: [join(home, ".ssh"), data],
    },
  };
  const workspaces: Workspace[] = [];
  const another = (): Workspace => {
    const made = nodeWorkspace(options);
    workspaces.push(made);
    return made;
  };
  const files = (folder: string): readonly string[] =>
    readdirSync(folder, { withFileTypes: true }).map((entry) => `${entry.name} ${statSync(join(folder, entry.name)).mode}`);
  return {
    root,
    home,
    port,
    workspace: another(),
    another,
    connections: () => connections,
    state: () => ({
      home: files(home),
      ssh: files(join(home, ".ssh")),
      data: files(data),
      notes: readFileSync(join(home, "notes"), "utf8"),
      bashrc: readFileSync(join(home, ".bashrc"), "utf8"),
      env: readFileSync(join(root, ".env"), "utf8"),
      config: readFileSync(join(root, ".git", "config"), "utf8"),
      git: readdirSync(join(root, ".git")).filter((name) => ["hooks", "commondir", "config.worktree"].includes(name)),
      protected: readdirSync(root).filter((name) => [".vscode", ".npmrc", ".claude"].includes(name)),
      hostname: hostname(),
      core: readFileSync("/proc/sys/kernel/core_pattern", "utf8"),
    }),
    async close() {
      await Promise.all(workspaces.map((one) => one.close()));
      await Promise.all(servers.map((one) => new Promise((resolve) => one.close(resolve))));
      rmSync(base, { recursive: true, force: true });
    },
  };
};
