/** A call as Claude's hooks know it. */
export interface ClaudeCall {
  readonly name: string;
  readonly input: unknown;
}
