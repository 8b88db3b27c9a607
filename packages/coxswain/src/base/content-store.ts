/** Content by its hash. Equal content is stored once. */
export interface ContentStore {
  /**
   * Stores bytes, and resolves with their name: `sha256-` and their hash in hexadecimal.
   * @throws {LogWriteError} they cannot be stored
   */
  put(bytes: Uint8Array): Promise<string>;
  /** Resolves with the bytes of a name. Undefined: they were deleted, damaged, or never stored. */
  get(name: string): Promise<Uint8Array | undefined>;
}
