/** The session has a run, and the caller wanted none beside it. */
export class SessionBusyError extends Error {
  override readonly name = "SessionBusyError";
  readonly code = "session_busy";

  constructor() {
    super("The session is busy. Say what to do with `whenBusy`: queue, steer or followUp, and with `runtime.send` wait.");
  }
}

/** A plugin has added as many messages as it may, and nobody but plugins has begun a run since. */
export class InjectCapError extends Error {
  override readonly name = "InjectCapError";
  readonly code = "inject_cap";

  constructor(source: string, most: number) {
    super(`${source} has added ${most} messages. It can add more when a person has begun another run.`);
  }
}

/** There was nothing to say to the model. */
export class EmptyPromptError extends Error {
  override readonly name = "EmptyPromptError";
  readonly code = "empty_prompt";

  constructor() {
    super("The prompt is empty.");
  }
}
