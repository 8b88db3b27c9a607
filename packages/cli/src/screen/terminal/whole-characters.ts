/**
 * Returns a reader of input that passes whole characters on. The terminal of pi-tui reads code units of UTF-16: a character
 * outside the basic plane, such as an emoji, comes in two halves.
 */
export const wholeCharacters = (onInput: (input: string) => void): ((input: string) => void) => {
  let half = "";
  return (input) => {
    const whole = half + input;
    half = /^[\ud800-\udbff]$/.test(whole) ? whole : "";
    if (half === "") onInput(whole);
  };
};
