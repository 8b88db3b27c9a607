/** A section of the system prompt. Sections have a fixed order, and their text does not vary within a session. */
export interface Section {
  /** Unique within a prompt, such as `base` or `environment`. */
  readonly name: string;
  readonly text: string;
  /** True for content that may differ in a later version: the version already sent stays in effect. Default: false. */
  readonly lasting?: boolean;
}

/** A section in the log. Its text may be redacted; comparisons use the hash of the original text. */
export interface StoredSection extends Pick<Section, "name" | "text"> {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}
