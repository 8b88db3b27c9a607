/** The workspace's clock, so that tests can control time. */
export interface Timers {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Calls `action` once after `ms` milliseconds, unless the returned function is called first. */
  after(milliseconds: number, action: () => void): () => void;
}
