/** What `printf` makes of its words, in the two ways that matter: put together, and one after the other. */
export const printed = ([format = "", ...values]: readonly string[]): readonly string[] => {
  const left = [...values];
  const filled = format
    .replaceAll(/%[-+ #0-9.*]*[a-zA-Z]/g, () => left.shift() ?? "")
    .replaceAll(/\\(?:n|t|x[\da-fA-F]{1,2}|[0-7]{1,3})/g, unescaped);
  return format.includes("%") ? [filled, values.join(" ")] : [filled];
};

const unescaped = (escape: string): string => {
  if (escape === "\\n") return "\n";
  if (escape === "\\t") return "\t";
  return String.fromCodePoint(escape.startsWith("\\x") ? Number.parseInt(escape.slice(2), 16) : Number.parseInt(escape.slice(1), 8));
};
