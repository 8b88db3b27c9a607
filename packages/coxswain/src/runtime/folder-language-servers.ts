import type { FileEvent, LanguageServers, LanguageServersOptions } from "../lsp/index.ts";
import type { Tool } from "../loop/index.ts";
import type { SessionLanguageServers } from "../session/index.ts";
import { isBelow, type Workspace } from "../workspace/index.ts";

export interface LspOptions extends LanguageServersOptions {
  /** Returns true for a folder that the user trusts. In other folders no code of the folder is loaded. Default: none is trusted. */
  readonly trusted?: (folder: string) => boolean;
}

interface OpenFolder {
  readonly servers: Promise<LanguageServers>;
  readonly workspace: Promise<Workspace>;
  /** Listeners of the sessions, oldest first. */
  readonly users: { warn: (message: string) => void }[];
}

/** The language servers of a runtime's folders. Sessions of one folder share them; they end with the last session. */
export class FolderLanguageServers {
  readonly #options: LspOptions;
  readonly #open: (folder: string) => Promise<Workspace>;
  readonly #folders = new Map<string, OpenFolder>();

  /** `open` creates a workspace whose programs live as long as the servers. */
  constructor(options: LspOptions, open: (folder: string) => Promise<Workspace>) {
    this.#options = options;
    this.#open = open;
  }

  /** Returns the servers for a session, and their tools if a server is available for files of its folder. */
  async acquire(workspace: Workspace): Promise<{ readonly lsp: SessionLanguageServers; readonly tools: readonly Tool[] }> {
    const { root } = workspace;
    const folder = this.#folders.get(root) ?? this.#start(root);
    this.#folders.set(root, folder);
    const user = { warn: (_message: string): void => {} };
    folder.users.push(user);
    const lsp = {
      servers: await folder.servers,
      onWarning: (listener: (message: string) => void) => void (user.warn = listener),
      filesChanged: (events: readonly FileEvent[]) => this.#filesChanged(events),
      release: () => this.#release(root, folder, user),
    };
    const status = await lsp.servers.status();
    const isAvailable = status.some(({ state }) => state.kind !== "unavailable" && state.kind !== "failed");
    if (!isAvailable) return { lsp, tools: [] };
    const { codeTools } = await import("./session-code.ts");
    return { lsp, tools: await codeTools(lsp.servers, workspace) };
  }

  #start(root: string): OpenFolder {
    const { trusted = () => false, ...options } = this.#options;
    const users: OpenFolder["users"] = [];
    const workspace = this.#open(root);
    const start = async (): Promise<LanguageServers> => {
      const { LanguageServers } = await import("../lsp/index.ts");
      // One session reports it, though all of them use the server.
      const warn = (message: string): void => users[0]?.warn(message);
      return new LanguageServers(options, { workspace: await workspace, trusted: trusted(root), warn });
    };
    return { servers: start(), workspace, users };
  }

  #filesChanged(events: readonly FileEvent[]): void {
    for (const [root, { servers }] of this.#folders) {
      const inside = events.filter(({ path }) => isBelow(root, path));
      // A session whose servers could not be opened has reported it.
      void servers.then(
        (open) => open.filesChanged(inside),
        () => {},
      );
    }
  }

  /** Resolves when the processes have ended, if no other session uses them. */
  async #release(root: string, { servers, workspace, users }: OpenFolder, user: OpenFolder["users"][number]): Promise<void> {
    const index = users.indexOf(user);
    if (index === -1) return;
    users.splice(index, 1);
    if (users.length > 0) return;
    this.#folders.delete(root);
    await (await servers).close();
    await (await workspace).close();
  }
}
