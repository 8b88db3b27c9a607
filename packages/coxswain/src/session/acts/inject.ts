import { messageDraft, type MessageEntry } from "../../loop/index.ts";
import { waitForAll } from "../../base/index.ts";
import { NO_USAGE } from "../../model/index.ts";
import { EmptyPromptError, InjectCapError } from "../errors.ts";
import type { Run } from "../runs/index.ts";
import type { Session } from "../session.ts";
import { injectedBy, type InjectEntry, type InjectResetEntry } from "../../journal/index.ts";

/** Messages that one plugin may add until a person, or the API, begins a run. */
const MOST = 10;

/** What a plugin adds to a conversation. */
export interface Injection {
  /** The plugin, as `plugin:NAME`. It is kept with the message, and its messages are counted by it. */
  readonly source: string;
  /**
   * `user`: it is told to the model, in a run of its own where there is none, else when the run would end. `assistant`: it is
   * kept as if the model had said it, and no run begins for it; while one goes on, it is kept when the turn is over.
   */
  readonly role: "user" | "assistant";
  /** Told as it is: it names no skill and no template. */
  readonly content: string;
}

/**
 * Adds a message to the conversation on behalf of a plugin. The value is the run that a `user` message began, or became a
 * part of. A plugin may add 10 until a person, or the API, begins a run: one that began with plugins' words resets nothing.
 * @throws {InjectCapError} and nothing is kept.
 * @throws {EmptyPromptError}
 * @throws {TypeError} for another role.
 * @throws {ClosedError}
 * @throws {LogWriteError} it holds, but the store does not have it yet.
 */
export const inject = async (session: Session, { source, role, content }: Injection): Promise<Run | undefined> => {
  if (role !== "user" && role !== "assistant")
    throw new TypeError(`A plugin adds messages of the user or the assistant, not of ${String(role)}.`);
  if (content.trim() === "") throw new EmptyPromptError();
  if (injectedBy(session.state.injected, source) >= MOST) throw new InjectCapError(source, MOST);
  // In one step with the look at what was counted.
  const counted = session.append<InjectEntry>({ type: "inject", source, role });
  if (role === "user") {
    const run = session.prompt(content, { source, whenBusy: "followUp", expand: false });
    await counted;
    return run;
  }
  const isBusy = session.status === "running";
  const kept = session.append<MessageEntry>(assistantDraft(session, source, content));
  // What is a part of the turn would wait for itself; that the store does not take it is told by the session.
  if (isBusy) kept.catch(() => undefined);
  await waitForAll<unknown>(isBusy ? [counted] : [counted, kept]);
  return undefined;
};

/** Lets every plugin add as many again. @throws {ClosedError} @throws {LogWriteError} */
export const resetInjections = async (session: Session): Promise<void> => {
  await session.append<InjectResetEntry>({ type: "inject_reset" });
};

const assistantDraft = ({ state: { model } }: Session, source: string, text: string) =>
  messageDraft({ role: "assistant", content: [{ type: "text", text }], model, source, stop: "stop", usage: NO_USAGE });
