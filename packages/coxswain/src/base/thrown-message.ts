/** What was thrown, as a text for people: of whatever it is, also of what cannot be made a text. */
export const errorText = (thrown: unknown): string => {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "something that has no words";
  }
};
