/**
 * Returns a call ID that every provider except Mistral accepts (OpenAI Chat: at most 40 characters). Other IDs are
 * hashed.
 */
export const wireCallId = (id: string): string => (/^[a-zA-Z0-9_-]{1,40}$/.test(id) ? id : `call_${hash(id)}${hash(`${id}.`)}`);

/** Returns a call ID that Mistral accepts: exactly nine letters and digits. */
export const shortCallId = (id: string): string => (/^[a-zA-Z0-9]{9}$/.test(id) ? id : hash(id).padStart(9, "0").slice(-9));

/** FNV-1a over 52 bits, in base 36. */
const hash = (text: string): string => {
  let low = 0x811c9dc5;
  let high = 0x1b873593;
  for (let at = 0; at < text.length; at += 1) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x85ebca6b);
  }
  return ((high >>> 0) * 0x10_0000 + (low >>> 12)).toString(36);
};
