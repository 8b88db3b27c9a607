/** A part of the system prompt. The parts stand in a fixed order, and each is the same text for the same session. */
export interface Section {
  /** Unique within a prompt, as `base` or `environment`. */
  readonly name: string;
  readonly text: string;
  /** Of a text that may come out otherwise some day, as with the next version: what was sent goes on to hold. Default: false. */
  readonly lasting?: boolean;
}

/** A section as the log has it: the text may have lost a secret, and what it is compared by is the hash of the text as it was. */
export interface StoredSection extends Pick<Section, "name" | "text"> {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}
