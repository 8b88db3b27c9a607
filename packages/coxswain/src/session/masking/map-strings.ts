/** A JSON value with each of its texts changed, save the bytes of images. The very object when no text changes. */
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
  let changed: Record<string, unknown> | undefined;
  for (const key of Object.keys(given)) {
    const next = isImage && key === "data" ? given[key] : mapStrings(given[key], change);
    if (next !== given[key]) (changed ??= { ...given })[key] = next;
  }
  return changed ?? value;
};
