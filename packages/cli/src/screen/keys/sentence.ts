/** Ends a sentence with a period, unless a mark ends it already. */
export const sentence = (text: string): string => (/[.?!]$/.test(text) ? text : `${text}.`);
