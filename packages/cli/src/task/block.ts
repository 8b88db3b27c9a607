/** A text that is not the person's own words, between marks that it does not have in it. */
export const block = (mark: string, attributes: string, text: string): string => {
  let name = mark;
  for (let number = 2; text.includes(`</${name}>`); number += 1) name = `${mark}-${number}`;
  return `<${name}${attributes}>\n${text}${text.endsWith("\n") ? "" : "\n"}</${name}>`;
};
