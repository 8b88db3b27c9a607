/**
 * Timeout of the client in milliseconds, longer than any request. Its timeouts are not used, because they run while the
 * user answers a question.
 */
export const NEVER = 2 ** 31 - 1;
