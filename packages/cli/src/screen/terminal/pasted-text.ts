const BEGIN = "\u001b[200~";
const END = "\u001b[201~";

/** Returns the text of a paste in brackets (`ESC[200~ … ESC[201~`), as the terminal sent it; undefined for a key. */
export const pastedText = (input: string): string | undefined => {
  if (!input.startsWith(BEGIN)) return undefined;
  const text = input.slice(BEGIN.length, input.endsWith(END) ? -END.length : undefined);
  // tmux sends control characters of a paste as keys if it reports extended keys.
  return text.replaceAll(ENCODED_CONTROL, (whole, code: string) => {
    const control = Number(code) & 0x1f;
    return control === 9 || control === 10 || control === 13 ? String.fromCharCode(control) : whole;
  });
};

// oxlint-disable-next-line no-control-regex -- looks for control sequences
const ENCODED_CONTROL = /\u001b\[(\d{2,3});5u/g;
