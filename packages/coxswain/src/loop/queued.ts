import type { UserMessage } from "../model/index.ts";

/** A message that is to be told to the model, with the id that its entry is to have. */
export interface Queued {
  readonly id: string;
  readonly message: UserMessage;
}
