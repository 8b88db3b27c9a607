/**
 * Wraps content in an opening and a closing tag. The tag name gets a number until the content does not contain the
 * closing tag, so that it cannot end its own block and imitate another speaker.
 */
export const inTags = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string => {
  const had = text.toLowerCase();
  let mark = name;
  for (let number = 2; had.includes(`</${mark}`); number += 1) mark = `${name}-${number}`;
  const told = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}=${JSON.stringify(value)}`);
  return `<${mark}${told.join("")}>\n${text}\n</${mark}>`;
};
