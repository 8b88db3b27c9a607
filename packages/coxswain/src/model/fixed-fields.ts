/** Fields of a request's body, on any wire, that say what is asked of whom and how the answer comes: nobody's options change them. */
export const FIXED_FIELDS: readonly string[] = [
  "contents",
  "input",
  "instructions",
  "messages",
  "model",
  "stream",
  "system",
  "systemInstruction",
  "tools",
];
