/** Splits a string into pieces of at most `size` UTF-16 units, or one more to avoid splitting a character. */
export const split = (text: string, size: number): string[] => {
  const pieces: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = at + size;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end++;
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
