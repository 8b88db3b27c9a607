/** A file holds no session of a kind that can be imported. */
export class ImportError extends Error {
  readonly code = "import";
  override readonly name = "ImportError";
}
