/** When to compact the conversation: a summary then replaces its older part. */
export interface CompactionOptions {
  /**
   * `auto`: automatically between turns, once the window is nearly full. `advisory`: only emits
   * `compaction_request`. With both, the session compacts and retries once if a request is too long. `off`: never.
   * Default: `advisory`.
   */
  readonly auto?: "off" | "advisory" | "auto";
  /** Percent of the window for `compaction_request`, 1 to 99; other values: never. Default: 80. */
  readonly advisePercent?: number;
  /** With `auto`, also compacts above this number of tokens; 0: no limit. Default: 0. */
  readonly aboveTokens?: number;
  /** Tokens of the latest messages that remain unchanged; 0: none. Default: 20,000, at most a quarter of the window. */
  readonly keepTokens?: number;
  /** Maximum tokens of a summary; 0: 1024. Default: depends on the window. */
  readonly maxTokens?: number;
}

/** The options with their defaults. */
export type CompactionPolicy = Required<Pick<CompactionOptions, "auto" | "advisePercent" | "aboveTokens">>;

export const compactionPolicy = ({ auto = "advisory", advisePercent = 80, aboveTokens = 0 }: CompactionOptions = {}): CompactionPolicy => ({
  auto,
  advisePercent: advisePercent >= 1 && advisePercent <= 99 ? advisePercent : 0,
  aboveTokens,
});
