/** An extension cannot be loaded, or asks for what cannot be. */
export class ExtensionError extends Error {
  override readonly name = "ExtensionError";
  readonly code = "extension";
}
