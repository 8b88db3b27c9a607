/** Request body fields, on any wire, that define the request and the response format. Options cannot override them. */
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
