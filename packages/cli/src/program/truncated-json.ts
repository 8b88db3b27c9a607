/** Characters of a value that are told. */
const MOST = 200;

/** What a program said, as a message to it names it: its JSON, cut where it is long. */
export const truncatedJson = (value: unknown): string => {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
};
