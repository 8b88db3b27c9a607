import type { PromptInput, Session } from "coxswain";
import { EXIT, type ProcessContext } from "../../process/index.ts";
import { failedResult } from "../../prompt/index.ts";
import { claudeMode, systemObject } from "../../stream-json/index.ts";
import type { Incoming } from "../../program/index.ts";
import type { PreparedTask } from "../prepare-task.ts";
import { extensionSlash, type Slash, parseBuiltInSlash } from "../slash.ts";
import { control } from "./control.ts";
import type { Client } from "./client.ts";
import type { RunReporter } from "./run-reporter.ts";

export interface HandlerParts extends Pick<ProcessContext, "stderr"> {
  readonly task: PreparedTask;
  readonly program: Client;
  readonly runs: RunReporter;
  readonly stop: AbortSignal;
  /** Tracks work that outlives the message. The promise must not reject. */
  readonly track: (work: Promise<void>) => void;
}

/** Handles one message of the program. Resolves when the next message can be handled. Never rejects. */
export type HandleMessage = (message: Incoming) => Promise<void>;

export const messageHandler = ({ task, program, runs, stop, stderr, track }: HandlerParts): HandleMessage => {
  const { session, options } = task;

  const changeMode = (mode: PreparedTask["mode"]["current"]): void => {
    task.mode.current = mode;
    program.write(
      systemObject("status", {
        status: null,
        permissionMode: claudeMode(mode),
        session_id: session.id,
        uuid: crypto.randomUUID(),
      }),
    );
  };
  const answer = control({ ...task, changeMode });

  const runSlashCommand = async ({ command, words }: Slash): Promise<void> => {
    try {
      const { answer: text } = await command.run(session, words, stop);
      runs.end({ code: EXIT.done, subtype: "success", reason: "completed", answer: text, saved: true });
    } catch (error) {
      runs.end(failedResult(messageOf(error), error instanceof Error && "code" in error ? String(error.code) : "failed"));
    }
  };

  const deliver = async ({ input, when, id }: Extract<Incoming, { readonly kind: "user" }>): Promise<void> => {
    const slash = typeof input === "string" ? (parseBuiltInSlash(input) ?? extensionSlash(input, task.extensions, { stderr })) : undefined;
    if (slash !== undefined) return track(runSlashCommand(slash));
    const messageId = id === undefined ? {} : { id };
    if (deliverToRun(session, input, when, messageId)) return;
    await runs.refused(session.prompt(input, { ...options, ...messageId, whenBusy: "queue" }));
  };

  const request = async ({ id, request: asked }: Extract<Incoming, { readonly kind: "request" }>): Promise<void> => {
    const response = await answer(asked).then(
      (value) => ({ subtype: "success", request_id: id, response: value }),
      (error: unknown) => ({ subtype: "error", request_id: id, error: messageOf(error) }),
    );
    program.write({ type: "control_response", response });
  };

  const response = async ({ id, response: value, error }: Extract<Incoming, { readonly kind: "response" }>): Promise<void> => {
    const answered = program.questions.answer(id, value, error);
    if (answered === undefined) return program.warn(`Ignored the answer to ${id}: no open question has this id.`);
    for (const ignored of answered.ignored) program.warn(`The answer to ${id} ${ignored}.`);
    if (answered.mode !== undefined) changeMode(answered.mode);
    const { interrupt, answer: reply } = answered;
    if (interrupt === true) session.abort("reason" in reply ? reply.reason : "Interrupted by the client.");
  };

  return async (message) => {
    switch (message.kind) {
      case "user":
        return deliver(message);
      case "request":
        return request(message);
      case "response":
        return response(message);
      case "invalid":
        return program.warn(`Ignored a message that ${message.problem}.`);
      case "nothing":
    }
  };
};

/** Delivers the input to the active run if there is one and `when` allows it. */
const deliverToRun = (
  session: Session,
  input: PromptInput,
  when: "now" | "next" | "later",
  messageId: { readonly id?: string },
): boolean => {
  if (when === "later") return false;
  return (when === "now" ? session.steer(input, messageId) : session.followUp(input, messageId)) === "queued";
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
