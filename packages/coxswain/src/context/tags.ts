/**
 * Wraps content in an opening and a closing tag. The tag name gets a number until the content does not contain the
 * closing tag, so that it cannot end its own block and imitate another speaker.
 */
export const inTags = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string => {
  const lower = text.toLowerCase();
  let tag = name;
  for (let number = 2; lower.includes(`</${tag}`); number += 1) tag = `${name}-${number}`;
  const formatted = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}=${JSON.stringify(value)}`);
  return `<${tag}${formatted.join("")}>\n${text}\n</${tag}>`;
};
