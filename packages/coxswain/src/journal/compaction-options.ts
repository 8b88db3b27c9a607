/** When the conversation is compacted: what a summary then says in place of its older part. */
export interface CompactionOptions {
  /**
   * `auto`: by itself at a turn's boundary, once the window is nearly full. `advisory`: it is only said, by
   * `compaction_request`. With both, a request that is too long is compacted and tried once more. `off`: nothing of it.
   * Default: `advisory`.
   */
  readonly auto?: "off" | "advisory" | "auto";
  /** Percent of the window at which it is said, 1 to 99; anything else: never. Default: 80. */
  readonly advisePercent?: number;
  /** Tokens: with `auto` also once more than so many are used; 0: no such limit. Default: 0. */
  readonly aboveTokens?: number;
  /** Tokens of the latest messages that stay as they are; 0: none. Default: 20,000, at most a quarter of the window. */
  readonly keepTokens?: number;
  /** Tokens that a summary may have; 0: 1024. Default: by the window. */
  readonly maxTokens?: number;
}

/** The same with what is not said filled in. */
export type CompactionPolicy = Required<Pick<CompactionOptions, "auto" | "advisePercent" | "aboveTokens">>;

export const compactionPolicy = ({ auto = "advisory", advisePercent = 80, aboveTokens = 0 }: CompactionOptions = {}): CompactionPolicy => ({
  auto,
  advisePercent: advisePercent >= 1 && advisePercent <= 99 ? advisePercent : 0,
  aboveTokens,
});
