/** The arguments of a call as a JSON value, as nearly as a model wrote them so; the text itself when it cannot be read as JSON. */
export const callArguments = async (text: string): Promise<unknown> => {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    return mend(text);
  }
};

const mend = async (text: string): Promise<unknown> => {
  const { jsonrepair } = await import("jsonrepair");
  try {
    const value: unknown = JSON.parse(jsonrepair(text));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
};
