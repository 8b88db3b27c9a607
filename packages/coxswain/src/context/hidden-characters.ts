/**
 * What no editor shows and a model reads: tags and the variation selectors beyond the emoji's, in which a whole text can hide;
 * spaces without width; and what turns the direction of writing, so that a line reads otherwise than it is. The joiners of
 * emoji and of scripts, and plain direction marks, are none of these.
 */
const HIDDEN = /[\u{e0100}-\u{e01ef}\u{e0000}-\u{e007f}\u200b\u2060-\u2064\ufeff\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a file that a model is to heed, without what the person who looks into the file does not see. */
export const withoutHidden = (text: string): string => text.replaceAll(HIDDEN, "");
