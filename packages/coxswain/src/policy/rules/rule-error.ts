/** A rule is not what one can be. */
export class RuleError extends Error {
  override readonly name = "RuleError";
  readonly code = "rule";
}
