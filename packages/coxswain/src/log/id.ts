// Math.random instead of crypto: ids must be unique, not secret, and the first use of crypto adds 7 ms to startup.

/** Returns 12 characters of 0-9 and a-z, about 62 bits: unique within a session. */
export const randomEntryId = (): string => randomSuffix() + randomSuffix();

const randomSuffix = (): string =>
  Math.floor(Math.random() * 36 ** 6)
    .toString(36)
    .padStart(6, "0");

/** Returns a version 7 UUID (RFC 9562, 5.7), which sorts by creation time. */
export const sessionId = (now: number): string => {
  const time = now.toString(16).padStart(12, "0");
  const variant = (8 + Math.floor(Math.random() * 4)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-${variant}${hex(3)}-${hex(6)}${hex(6)}`;
};

const hex = (digits: number): string =>
  Math.floor(Math.random() * 16 ** digits)
    .toString(16)
    .padStart(digits, "0");
