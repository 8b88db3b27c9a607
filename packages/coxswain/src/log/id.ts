const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";

/** 12 characters of 0-9 and a-z: 62 bits, unique within a session and hard to guess. */
export const randomEntryId = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  let id = "";
  for (const byte of bytes) id += ALPHABET[byte % 36];
  return id;
};

/** A UUID of version 7 (RFC 9562, 5.7): sorts by the time at which it was made. */
export const sessionId = (now: number): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let time = now;
  for (let at = 5; at >= 0; at--) {
    bytes[at] = time % 256;
    time = Math.floor(time / 256);
  }
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
