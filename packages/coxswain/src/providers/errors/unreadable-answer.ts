/** An answer, or a part of it, is none of its wire. */
export class UnreadableAnswer extends Error {
  override readonly name = "UnreadableAnswer";
}
