import { runHooks, type HooksOutcome } from "./run-hooks.ts";
import { type HookEvent, runError } from "../loop/index.ts";
import type { HookInput, HookInputs } from "./hook.ts";
import type { HookRegistry } from "./hook-registry.ts";
import type { Log } from "../log/index.ts";
import type { Workspace } from "../workspace/index.ts";
import { type SessionJournal, workingFolder } from "../journal/index.ts";
import { orAborted } from "../base/index.ts";

export interface SessionHooksParts {
  readonly log: Log;
  readonly journal: SessionJournal;
  readonly registry: HookRegistry;
  readonly workspace: Workspace;
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
    // `said` contains the missing fields, which a generic type cannot express.
    const input = { ...this.#input, ...fields } as unknown as HookInputs[E];
    const onFailure = (hook: string, error: unknown): void =>
      journal.emit({ type: "warning", message: `The hook ${hook} failed at ${event}: ${runError(error).message}` });
    const outcome = await orAborted(runHooks(registry.of(event), input, { signal, workspace, onFailure }), signal);
    return outcome ?? { input, messages: [] };
  }
}

/** Returns the hooks of a session; undefined if the runtime has none. */
export const sessionHooks = (
  parts: Omit<SessionHooksParts, "registry"> & { readonly registry: HookRegistry | undefined },
): SessionHooks | undefined => {
  const { registry } = parts;
  return registry === undefined ? undefined : new SessionHooks({ ...parts, registry });
};
