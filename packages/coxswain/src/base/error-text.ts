/** Returns the message of a thrown value, for people. Any value can be thrown, also one that has no string form. */
export const errorText = (thrown: unknown): string => {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "unknown error";
  }
};
