/** Characters that take two columns: East Asian wide and full-width ones, and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;
/** Characters that take none: they join the one before them. */
const JOINED = /[\p{Mn}\p{Me}\p{Cf}]/u;
const ASCII = /^[ -~]*$/;

/** Returns the columns that a string takes on a terminal. Control characters and escape sequences are not expected in it. */
export const displayWidth = (text: string): number => {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += JOINED.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return width;
};
