import { runHooks, type HooksOutcome } from "./run-hooks.ts";
import { type HookEvent, runError } from "../loop/index.ts";
import type { HookInput, HookInputs } from "./hook.ts";
import type { HookRegistry } from "./hook-registry.ts";
import type { Log } from "../log/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { type SessionJournal, workingFolder } from "../journal/index.ts";
import { orAborted } from "../base/index.ts";
import type { Recording } from "../changes/index.ts";
import { matchesTool } from "./hook-registry.ts";

export interface SessionHooksParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly registry: HookRegistry;
  readonly workspace: Workspace;
  /** Records what hooks change in files. Undefined: nothing does. */
  readonly changes: HookChanges | undefined;
}

interface HookChanges {
  /** Begins to record the changes of the hooks of one event. */
  beginHooks(moment: { readonly event: HookEvent; readonly callId?: string; readonly messageId?: string }): Promise<Recording>;
}

/** Event-specific fields of an input. */
export type EventFields<E extends HookEvent> = Omit<HookInputs[E], keyof HookInput>;

/** Runs the runtime's hooks for one session. */
export class SessionHooks {
  readonly #parts: SessionHooksParts;
  readonly #input: HookInput;

  constructor(parts: SessionHooksParts) {
    const { log, journal } = parts;
    this.#parts = parts;
    this.#input = { sessionId: log.header.id, cwd: workingFolder(log), agent: journal.agent };
  }

  /** True if there are hooks for any event. */
  get any(): boolean {
    return !this.#parts.registry.isEmpty;
  }

  has(event: HookEvent): boolean {
    return this.#parts.registry.of(event).length > 0;
  }

  /**
   * Runs the hooks of an event. Once the signal aborts, it stops waiting and changes nothing. A failure that denies
   * nothing is a warning.
   */
  async run<E extends HookEvent>(event: E, fields: EventFields<E>, signal: AbortSignal): Promise<HooksOutcome<E>> {
    const { registry, journal, workspace } = this.#parts;
    // `fields` contains the missing fields, which a generic type cannot express.
    const input = { ...this.#input, ...fields } as unknown as HookInputs[E];
    const onFailure = (hook: string, error: unknown): void =>
      journal.emit({ type: "warning", message: `The hook ${hook} failed at ${event}: ${runError(error).message}` });
    const hooks = registry.of(event).filter(({ tools }) => tools === undefined || !("tool" in input) || matchesTool(tools, input.tool));
    if (hooks.length === 0 || signal.aborted) return { input, messages: [] };
    const going = this.#recorded({ ...input, event }, () => runHooks(hooks, input, { signal, workspace, onFailure }));
    return (await orAborted(going, signal)) ?? { input, messages: [] };
  }

  /** Records changes until the hooks end, also those that an abort no longer waits for. */
  async #recorded<T>(moment: Parameters<HookChanges["beginHooks"]>[0], run: () => Promise<T>): Promise<T> {
    const recording = await this.#parts.changes?.beginHooks(moment);
    try {
      return await run();
    } finally {
      await recording?.end();
    }
  }
}

/** Returns the hooks of a session; undefined if the runtime has none. */
export const sessionHooks = (
  parts: Omit<SessionHooksParts, "registry"> & { readonly registry: HookRegistry | undefined },
): SessionHooks | undefined => {
  const { registry } = parts;
  return registry === undefined ? undefined : new SessionHooks({ ...parts, registry });
};
