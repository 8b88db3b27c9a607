/** Inputs that control a terminal or hide content. */
export const CORPUS: readonly string[] = [
  "\u001b[2J\u001b[H",
  "\u001b]0;a title\u0007",
  "\u001b]52;c;cm0gLXJmIC8=\u001b\\",
  "\u001b]8;;https://evil.example\u001b\\good\u001b]8;;\u001b\\",
  "\u001bP+q544e\u001b\\",
  "\u009b31mred",
  "\u009d0;title\u009c",
  "\u0090q\u009c",
  "over\rwritten",
  "back\b\b\bspace",
  "\u0007\u000c\u000b\u0000\u007f\u0085",
  "\u202etxt.exe\u202c",
  "\u2066isolate\u2069 \u061c \u200e \u200f",
  "\u{e0041}\u{e007f} hidden tags",
  "\u2028\u2029\ufeff\u200b",
  "half \ud800 a character",
];

/** Matches an active character. */
export const ACTIVE =
  // oxlint-disable-next-line no-control-regex -- control characters are what it is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}\p{Surrogate}]/u;
