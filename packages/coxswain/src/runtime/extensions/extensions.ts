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
import { inWords } from "./in-words.ts";
import { LiveExtension, type LifeParts } from "./live-extension.ts";
import type { LeftOutExtension, LoadedExtension } from "./loaded-extension.ts";
import { RuntimeExtensions } from "./runtime-extensions.ts";
import { newWorld, type World } from "./world.ts";

export interface ExtensionsParts extends Pick<LifeParts, "atMost" | "connect" | "reserved"> {
  /** Names another copy of a module than any before. */
  readonly version: () => string;
  readonly log: (line: string) => void;
  readonly warn: (line: string) => void;
}

/** The extensions of a program, given to its runtime: loaded, unloaded and loaded anew while sessions are open. */
export class Extensions implements AsyncDisposable {
  readonly #parts: ExtensionsParts;
  readonly #world: World;
  #live: readonly LiveExtension[] = [];
  #failed: readonly Failed[] = [];
  /** What loads and unloads goes one after the other. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(parts: ExtensionsParts) {
    this.#parts = parts;
    this.#world = newWorld(parts.warn);
  }

  /** In the order in which they were loaded. */
  get loaded(): readonly LoadedExtension[] {
    return this.#live.map(({ loaded }) => loaded);
  }

  /** Those that could not be loaded, or had the name of another. */
  get leftOut(): readonly LeftOutExtension[] {
    return this.#failed.map(({ found: { name, place, origin }, reason }) => ({ name, place, origin, reason }));
  }

  /** The slash commands that there are now. */
  get commands(): readonly ExtensionCommand[] {
    return this.#world.registry.commands.all.map(({ value }) => value);
  }

  /** Loads what a source has. One that fails is left out, with a warning: nothing is thrown for it, and nothing of it is left. */
  load(source: ExtensionSource): Promise<void> {
    return this.#inTurn(async () => {
      for (const found of findExtensions(source)) await this.#begin(found);
    });
  }

  /** Takes back all that an extension has brought. False: there is none of that name. */
  unload(name: string): Promise<boolean> {
    return this.#inTurn(() => this.#end(name));
  }

  /**
   * Unloads an extension, or all of them, and loads them anew from their files; those that were left out are tried again. One that
   * is loaded anew alone comes after the others from then on. False: there is none of that name.
   */
  reload(name?: string): Promise<boolean> {
    return this.#inTurn(async () => {
      const all = [...this.#live, ...this.#failed].map(({ found }) => found);
      const wanted = all.filter((found) => name === undefined || found.name === name);
      for (const found of wanted) await this.#end(found.name);
      this.#failed = this.#failed.filter(({ found }) => !wanted.includes(found));
      for (const found of wanted) await this.#begin(found, this.#parts.version());
      return wanted.length > 0;
    });
  }

  /**
   * Does what a slash command says in a session, as `/deploy staging`. Undefined: the text begins with no command's name.
   * @throws {ExtensionError} when the command fails or is aborted; the message names its extension.
   */
  run(session: Session, text: string, options: CommandOptions = {}): Promise<CommandEnd> | undefined {
    const { registry, code } = this.#world;
    const meant = commandIn(text, registry.commands);
    return meant && runCommand(meant.command, meant.words, session, { ...options, code });
  }

  /** Models together with those that extensions bring. */
  models(own: Models): Models {
    return composedModels(own, this.#world.registry.models, this.#world.warn);
  }

  /** The tools that they bring to a session in this workspace. */
  toolsFor(workspace: Workspace): readonly Tool[] {
    const { registry, code, warn } = this.#world;
    return new BoundTools({ own: [], given: undefined, brought: registry.tools, workspace, code, warn }).all;
  }

  /**
   * The extension that has thrown what nobody caught, as in a timer of its own, loaded by now or not: for a program that is told of such things, to be asked
   * right there. Undefined: none of them.
   */
  whose(error: unknown): Pick<LoadedExtension, "name" | "place"> | undefined {
    return this.#world.code.whose(error);
  }

  /** Joins them to a runtime, which tells here what happens in all its sessions. For `createRuntime`. */
  attach(events: EventStream): RuntimeExtensions {
    return new RuntimeExtensions(this.#world, events);
  }

  /** Unloads all of them. Idempotent. */
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
    this.#last = turn.catch(() => undefined); // who asked for it has the error
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
      const told = `The extension ${found.name}: `;
      const live = new LiveExtension(found, {
        ...parts,
        ...this.#world,
        log: (line) => log(told + line),
        warn: (line) => warn(told + line),
      });
      await live.begin(version);
      this.#live = [...this.#live, live];
      await this.#keepStates(found.name);
    } catch (error) {
      const reason = inWords(error);
      this.#failed = [...this.#failed, { found, reason }];
      this.#parts.warn(`The extension ${found.name} (${found.place}) is left out: ${reason}.`);
    }
  }

  /** In the sessions that are open; one that is closed meanwhile needs none. */
  async #keepStates(name: string): Promise<void> {
    const { sessions, warn } = this.#world;
    const keeping = sessions.all.map((session) =>
      session
        .keep()
        .catch((error: unknown) => warn(name, `its states are not there in the session ${session.session.id}: ${inWords(error)}`)),
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
