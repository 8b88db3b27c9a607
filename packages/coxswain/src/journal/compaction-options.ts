/** When to compact the conversation: a summary then replaces its older part. */
export interface CompactionOptions {
  /**
   * `auto`: automatically between turns, once the window is nearly full. `advisory`: only emits
   * `compaction_request`. With both, the session compacts and retries once if a request is too long. `off`: never.
   * Default: `advisory`.
   */
  readonly auto?: "off" | "advisory" | "auto";
  /**
   * With `auto`, also compacts in the background when a run has ended and its last response used more than the threshold, so that
   * the next prompt is sent at once. Default: true.
   */
  readonly background?: boolean;
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
export type CompactionPolicy = Required<Pick<CompactionOptions, "auto" | "background" | "advisePercent" | "aboveTokens">>;

export const compactionPolicy = ({
  auto = "advisory",
  background = true,
  advisePercent = 80,
  aboveTokens = 0,
}: CompactionOptions = {}): CompactionPolicy => ({
  auto,
  background,
  advisePercent: advisePercent >= 1 && advisePercent <= 99 ? advisePercent : 0,
  aboveTokens,
});
