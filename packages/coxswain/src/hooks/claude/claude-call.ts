/** Tool call in the format of Claude Code's hooks. */
export interface ClaudeCall {
  readonly name: string;
  readonly input: unknown;
}
