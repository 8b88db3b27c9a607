/** A response that violates the provider's API format. */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
}
