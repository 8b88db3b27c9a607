import type { Tool } from "../../loop/index.ts";
import type { Models } from "../../model/index.ts";
import type { EventStream } from "../../journal/index.ts";
import type { Session } from "../../session/index.ts";
import type { Workspace } from "../../workspace/index.ts";
import { BoundTools } from "./bound-tools.ts";
import { type CommandEnd, commandIn, type CommandOptions, runCommand } from "./commands.ts";
import { composedModels } from "./composed-models.ts";
import { ExtensionError } from "./errors.ts";
import type { ExtensionCommand } from "./extension-command.ts";
import type { ExtensionSource, FoundExtension } from "./extension-source.ts";
import { findExtensions } from "./find-extensions.ts";
import { type ExtensionKey, renderFact } from "./extension-ui.ts";
import { inWords } from "./in-words.ts";
import { LiveExtension, type LifeParts } from "./live-extension.ts";
import type { SkippedExtension, LoadedExtension } from "./loaded-extension.ts";
import { RuntimeExtensions } from "./runtime-extensions.ts";
import { newWorld, type World } from "./world.ts";

export interface ExtensionsParts extends Pick<LifeParts, "atMost" | "connect" | "reserved"> {
  /** Returns a new identifier for each copy of a module. */
  readonly version: () => string;
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
}

/**
 * Extensions of a program, which its runtime receives. They can be loaded, unloaded and reloaded while sessions are
 * open.
 */
export class Extensions implements AsyncDisposable {
  readonly #parts: ExtensionsParts;
  readonly #world: World;
  #live: readonly LiveExtension[] = [];
  #failed: readonly Failed[] = [];
  /** Serializes loads and unloads. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ExtensionsParts) {
    this.#parts = parts;
    this.#world = newWorld(parts.warn);
  }

  /** In load order. */
  get loaded(): readonly LoadedExtension[] {
    return this.#live.map(({ loaded }) => loaded);
  }

  /** Extensions that failed to load, or whose name was already in use. */
  get skipped(): readonly SkippedExtension[] {
    return this.#failed.map(({ found: { name, place, origin }, reason }) => ({ name, place, origin, reason }));
  }

  /** Current slash commands. */
  get commands(): readonly ExtensionCommand[] {
    return this.#world.registry.commands.all.map(({ value }) => value);
  }

  /**
   * Loads the extensions of a source. An extension that fails is skipped with a warning; nothing is thrown, and its
   * registrations are removed.
   */
  load(source: ExtensionSource): Promise<void> {
    return this.#inTurn(async () => {
      for (const found of await findExtensions(source)) await this.#begin(found);
    });
  }

  /** Unloads an extension and removes its registrations. Returns false if there is none of that name. */
  unload(name: string): Promise<boolean> {
    return this.#inTurn(() => this.#end(name));
  }

  /**
   * Reloads one extension, or all of them, from their files, and retries those that failed. An extension that is
   * reloaded alone moves to the end of the order. Returns false if there is none of that name.
   */
  reload(name?: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const all = [...this.#live, ...this.#failed].map(({ found }) => found);
      const selected = all.filter((found) => name === undefined || found.name === name);
      for (const found of selected) await this.#end(found.name);
      this.#failed = this.#failed.filter(({ found }) => !selected.includes(found));
      for (const found of selected) await this.#begin(found, this.#parts.version());
      return selected.length > 0;
    });
  }

  /**
   * Runs a slash command in a session, such as `/deploy staging`. Returns undefined if the text does not start with a
   * command.
   * @throws {ExtensionError} when the command fails or is aborted; the message names its extension.
   */
  run(session: Session, text: string, options: CommandOptions = {}): Promise<CommandEnd> | undefined {
    const { registry, code } = this.#world;
    const meant = commandIn(text, registry.commands);
    return meant && runCommand(meant.command, meant.words, session, { ...options, code });
  }

  /** Keys for interactive sessions. */
  get keys(): readonly (ExtensionKey & { readonly extension: string })[] {
    return this.#world.registry.keys.all.map(({ extension, value }) => ({ ...value, extension }));
  }

  /**
   * Describes a fact of an extension in Markdown, for the option `describe` of a `SessionView`. Returns undefined if no extension
   * shows it. Never throws: an error is reported once.
   */
  describe(type: string, fact: unknown): string | undefined {
    const { registry, code, warn } = this.#world;
    return renderFact(type, fact, { blocks: registry.blocks, code, warn });
  }

  /** Combines models with those of extensions. */
  models(own: Models): Models {
    return composedModels(own, this.#world.registry.models, this.#world.warn);
  }

  /** Returns the tools that extensions provide for a session in this workspace. */
  toolsFor(workspace: Workspace): readonly Tool[] {
    const { registry, code, warn } = this.#world;
    return new BoundTools({ own: [], sessionTools: undefined, registered: registry.tools, workspace, code, warn }).all;
  }

  /**
   * Returns the extension, loaded or not, that threw an uncaught error, for instance in a timer. Programs call it
   * directly in their handler of uncaught errors. Returns undefined if the error comes from no extension.
   */
  extensionOf(error: unknown): Pick<LoadedExtension, "name" | "place"> | undefined {
    return this.#world.code.extensionOf(error);
  }

  /** Attaches the extensions to a runtime, whose events they receive. For `createRuntime`. */
  attach(events: EventStream): RuntimeExtensions {
    return new RuntimeExtensions(this.#world, events);
  }

  /** Unloads all extensions. Idempotent. */
  close(): Promise<void> {
    return this.#inTurn(async () => {
      for (const { found } of this.#live.toReversed()) await this.#end(found.name);
    });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #inTurn<Value>(act: () => Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined); // the caller receives the error
    return turn;
  }

  async #begin(found: FoundExtension, version?: string): Promise<void> {
    try {
      const other = this.#live.find((one) => one.found.name === found.name)?.found;
      if (other !== undefined) {
        if (sameFile(other, found)) return;
        throw new ExtensionError(`${other.place} has the same name and comes before it`);
      }
      const { log, warn, ...parts } = this.#parts;
      const prefix = `The extension ${found.name}: `;
      const live = new LiveExtension(found, {
        ...parts,
        ...this.#world,
        log: (line) => log(prefix + line),
        warn: (line) => warn(prefix + line),
      });
      await live.begin(version);
      this.#live = [...this.#live, live];
      await this.#keepStates(found.name);
    } catch (error) {
      const reason = inWords(error);
      this.#failed = [...this.#failed, { found, reason }];
      this.#parts.warn(`The extension ${found.name} (${found.place}) is skipped: ${reason}.`);
    }
  }

  /** Registers the states with open sessions. A session that closes meanwhile is skipped. */
  async #keepStates(name: string): Promise<void> {
    const { sessions, warn } = this.#world;
    const keeping = sessions.all.map((session) =>
      session
        .keep()
        .catch((error: unknown) => warn(name, `its states are missing in the session ${session.session.id}: ${inWords(error)}`)),
    );
    await Promise.all(keeping);
  }

  async #end(name: string): Promise<boolean> {
    const live = this.#live.find(({ found }) => found.name === name);
    if (live === undefined) return false;
    this.#live = this.#live.filter((one) => one !== live);
    await live.end().catch((error: unknown) => this.#world.warn(name, `it did not end as it should: ${inWords(error)}`));
    return true;
  }
}

interface Failed {
  readonly found: FoundExtension;
  readonly reason: string;
}

const sameFile = ({ what: one }: FoundExtension, { what: other }: FoundExtension): boolean =>
  "file" in one && "file" in other && one.file === other.file;
