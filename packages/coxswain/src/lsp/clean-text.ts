/** Returns text of a server without control and invisible characters, on one line, cut at a length. */
export const cleanText = (text: unknown, length = 1000): string => {
  const clean = String(text)
    .slice(0, length * 2)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return clean.length <= length ? clean : `${clean.slice(0, length).toWellFormed()} …`;
};
