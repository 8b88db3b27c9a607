/**
 * Characters that editors do not show and models read: tags and variation selectors beyond those of emoji, which can
 * hide a whole message; zero-width spaces; and bidirectional controls, which make a line appear different. Joiners of
 * emoji and scripts and plain direction marks are excluded.
 */
const HIDDEN = /[\u{e0100}-\u{e01ef}\u{e0000}-\u{e007f}\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069]/gu;

/** Removes hidden characters from a file's text, so that the model sees no more than a user who opens the file. */
export const withoutInvisible = (text: string): string => text.replaceAll(HIDDEN, "");
