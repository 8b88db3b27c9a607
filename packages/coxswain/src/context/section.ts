/** A part of the system prompt. The parts stand in a fixed order, and each is the same text for the same session. */
export interface Section {
  /** Unique within a prompt, as `base` or `environment`. */
  readonly name: string;
  readonly text: string;
}
