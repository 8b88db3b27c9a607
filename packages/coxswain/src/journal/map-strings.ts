/** A shorter key of an object is no secret, and there are many. */
const SHORTEST_KEY = 8;

/** A JSON value with each of its texts changed, the keys of objects too, save the bytes of images. The very object when no text changes. */
export const mapStrings = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    let changed: unknown[] | undefined;
    for (let at = 0; at < value.length; at++) {
      const next = mapStrings(value[at], change);
      if (next !== value[at]) (changed ??= [...value])[at] = next;
    }
    return changed ?? value;
  }
  const isImage = "type" in value && value.type === "image";
  const given = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(given);
  let changed: Record<string, unknown> | undefined;
  let renamed = false;
  for (const key of keys) {
    const next = isImage && key === "data" ? given[key] : mapStrings(given[key], change);
    if (next !== given[key]) (changed ??= { ...given })[key] = next;
    renamed ||= key.length >= SHORTEST_KEY && change(key) !== key;
  }
  if (!renamed) return changed ?? value;
  return Object.fromEntries(Object.entries(changed ?? given).map(([key, inner]) => [change(key), inner]));
};
