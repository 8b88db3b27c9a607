/** Wraps foreign text in tags that it does not contain. */
export const block = (mark: string, attributes: string, text: string): string => {
  let name = mark;
  for (let number = 2; text.includes(`</${name}>`); number += 1) name = `${mark}-${number}`;
  return `<${name}${attributes}>\n${text}${text.endsWith("\n") ? "" : "\n"}</${name}>`;
};
