/**
 * The JSON object that a command wrote. Undefined: it wrote nothing, or other words, which are for whoever reads along.
 * @throws when it begins as one and is none
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
