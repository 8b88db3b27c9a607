/** A text between two marks. It does not have the second one in it, and so cannot end itself and go on as if somebody else spoke. */
export const betweenMarks = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): string => {
  const had = text.toLowerCase();
  let mark = name;
  for (let number = 2; had.includes(`</${mark}`); number += 1) mark = `${name}-${number}`;
  const told = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}=${JSON.stringify(value)}`);
  return `<${mark}${told.join("")}>\n${text}\n</${mark}>`;
};
