/** Time as the workspace sees it, so that a test can let it pass. */
export interface Timers {
  /** Milliseconds, never going back. */
  now(): number;
  /** Calls `action` once after so many milliseconds, unless the returned function is called before. */
  after(milliseconds: number, action: () => void): () => void;
}
