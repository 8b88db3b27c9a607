import { type PromptInput, readSession, type Runtime, type Session, type SessionInUseError } from "coxswain";
import type { OpenQuestions, OpenTextQuestions, ScreenSession } from "../../screen/index.ts";
import { discardSession } from "../close-session.ts";
import type { TaskParts } from "../prepare-task.ts";
import { watchOwner } from "../owner-silence.ts";
import { freeMemoryAfterRuns } from "./free-memory.ts";
import { observeSession } from "./observe-session.ts";
import { SharedSession } from "./shared-session.ts";

/** A session at the terminal: one of this process, or one that another process has open. */
export interface InteractiveSession {
  readonly session: ScreenSession;
  /** Returns the session. @throws {SharedSessionError} while another process has it open */
  readonly own: () => Session;
  /** Sends a prompt: steers the active run with it, or queues it for the run's end; without a run it starts one. */
  readonly deliver: (input: PromptInput, text: string, when: "now" | "later") => Promise<void>;
  /** Reads the rest of a session that was opened with its last turns. Rejects if it cannot be read. */
  readonly load: () => Promise<void>;
  /** Returns the session to show on another path of its tree: itself, or a new reader of the log that another process writes. */
  readonly again: () => Promise<InteractiveSession>;
  /** Closes the session, once; removes it if it is new and has no message. Returns true if it still exists. */
  readonly leave: () => Promise<boolean>;
}

/** A session of this process. */
export const ownedSession = (session: Session, runtime: Runtime, task: TaskParts, isNew: boolean): InteractiveSession => {
  const observed = observeSession(session, task);
  const freeing = freeMemoryAfterRuns(session);
  const owned: InteractiveSession = {
    session,
    own: () => session,
    deliver: async (input, _, when) => deliver(session, input, when, task),
    load: async () => void (await runtime.open(session.id)),
    again: async () => owned,
    leave: once(async () => {
      freeing[Symbol.dispose]();
      if (isNew && task.stored && !session.entries.some(({ type }) => type === "message")) {
        await discardSession({ session, store: task.store });
        return false;
      }
      session.abort("The user left the session.");
      await session.close();
      await observed;
      return true;
    }),
  };
  return owned;
};

/** The user's terminal, as far as a shared session needs it. */
export interface SharedTerminal {
  readonly questions: OpenQuestions;
  readonly textQuestions: OpenTextQuestions;
  readonly print: (line: string) => void;
  readonly leave: () => void;
}

/** A session that another process has open, until it leaves. */
export const sharedSession = async (inUse: SessionInUseError, task: TaskParts, terminal: SharedTerminal): Promise<InteractiveSession> => {
  const { questions, textQuestions, print, leave } = terminal;
  const id = inUse.sessionId;
  const watching = watchOwner(inUse, "press Ctrl+D", print);
  const options = { id, task, questions, textQuestions, print, ownerSince: inUse.owner?.since, onRemoved: leave };
  const shared = new SharedSession(options, await readSession(task.store, id));
  const reader: InteractiveSession = {
    session: shared,
    own: () => shared.own(),
    async deliver(input, text, when) {
      if (shared.isShared) await shared.send(input, text, when);
      else deliver(shared.own(), input, when, task);
    },
    load: async () => {},
    async again() {
      if (!shared.isShared) return reader;
      await reader.leave();
      return sharedSession(inUse, task, terminal);
    },
    leave: once(async () => {
      watching[Symbol.dispose]();
      await shared.close();
      return !shared.isRemoved;
    }),
  };
  return reader;
};

const deliver = (session: Session, input: PromptInput, when: "now" | "later", { options }: Pick<TaskParts, "options">): void => {
  if (!session.isBusy) return void session.prompt(input, { ...options, whenBusy: "queue" });
  if (when === "now") session.steer(input);
  else session.followUp(input);
};

const once = <Result>(action: () => Promise<Result>): (() => Promise<Result>) => {
  let result: Promise<Result> | undefined;
  return () => (result ??= action());
};
