/** Characters of a short id: about 16 million values for every character of a hexadecimal one. */
const LENGTH = 8;

/** Returns the end of an id, which is random. Ids of the same days share their beginning. */
export const shortId = (id: string): string => (id.length <= LENGTH + 4 ? id : id.slice(-LENGTH));

/** Returns short ids that differ from each other. */
export const shortIds = (ids: readonly string[]): readonly string[] => {
  const longest = Math.max(0, ...ids.map(({ length }) => length));
  for (let length = LENGTH; length < longest; length += 1) {
    const short = ids.map((id) => (id.length <= length + 4 ? id : id.slice(-length)));
    if (new Set(short).size === ids.length) return short;
  }
  return ids;
};
