/**
 * Parses the JSON object that a command wrote. Returns undefined if the output is empty or other text, which is
 * ignored.
 * @throws when it starts like an object but is invalid
 */
export const parseOutput = (output: string): Readonly<Record<string, unknown>> | undefined => {
  const text = output.trim();
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    throw new Error("its answer is no JSON");
  }
};
