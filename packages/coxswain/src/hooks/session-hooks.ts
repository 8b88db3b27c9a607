import { askHooks, type Heard } from "./ask-hooks.ts";
import { type HookEvent, runError } from "../loop/index.ts";
import type { HookInput, HookInputs } from "./hook-input.ts";
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

/** What is told of an event besides whose session it is. */
export type EventFields<E extends HookEvent> = Omit<HookInputs[E], keyof HookInput>;

/** The runtime's hooks, as one session asks them. */
export class SessionHooks {
  readonly #parts: SessionHooksParts;
  readonly #input: HookInput;

  constructor(parts: SessionHooksParts) {
    const { log, journal } = parts;
    this.#parts = parts;
    this.#input = { sessionId: log.header.id, cwd: workingFolder(log), agent: journal.agent };
  }

  /** Whether there are hooks for any event. */
  get any(): boolean {
    return !this.#parts.registry.isEmpty;
  }

  hears(event: HookEvent): boolean {
    return this.#parts.registry.of(event).length > 0;
  }

  /** Once the signal aborts nobody waits for a hook, and nothing is changed. What fails and denies nothing is a warning. */
  async ask<E extends HookEvent>(event: E, said: EventFields<E>, signal: AbortSignal): Promise<Heard<E>> {
    const { registry, journal, workspace } = this.#parts;
    // `said` is what is missing of it, which a type that is not known yet does not say.
    const input = { ...this.#input, ...said } as unknown as HookInputs[E];
    const onFailure = (hook: string, error: unknown): void =>
      journal.emit({ type: "warning", message: `The hook ${hook} failed at ${event}: ${runError(error).message}` });
    const heard = await orAborted(askHooks(registry.of(event), input, { signal, workspace, onFailure }), signal);
    return heard ?? { input, tells: [] };
  }
}

/** Undefined where the runtime has no hooks. */
export const sessionHooks = (
  parts: Omit<SessionHooksParts, "registry"> & { readonly registry: HookRegistry | undefined },
): SessionHooks | undefined => {
  const { registry } = parts;
  return registry === undefined ? undefined : new SessionHooks({ ...parts, registry });
};
