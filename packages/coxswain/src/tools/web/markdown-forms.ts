/** Formats a link. Shows both its text and its address. */
export const linkTo = (text: string, address: string): string => (address === "" ? text : `[${text}](${inBrackets(address)})`);

export const imageOf = (alt: string, address: string): string => (address === "" ? alt : `!${linkTo(escapedBrackets(alt), address)}`);

/** Escapes characters that would end the link text early. */
export const escapedBrackets = (text: string): string => text.replaceAll(/[\\[\]]/g, String.raw`\$&`);

const inBrackets = (address: string): string => address.replaceAll("(", "%28").replaceAll(")", "%29");

export const onOneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** Formats a code block with a fence that is longer than any fence inside. */
export const fenced = (code: string, language: string): string => {
  const text = code.replace(/^\n/, "").trimEnd();
  if (text === "") return "";
  let longest = 2;
  for (const [ticks] of text.matchAll(/`{3,}/g)) longest = Math.max(longest, ticks.length);
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
};

/**
 * Formats a table with the first row as header. Rows are not padded: padding could make the output of a small page
 * huge.
 */
export const tableOf = ([head, ...rows]: readonly (readonly string[])[]): string => {
  if (head === undefined) return "";
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
};

export const cellOf = (text: string): string => onOneLine(text).replaceAll("|", String.raw`\|`);
