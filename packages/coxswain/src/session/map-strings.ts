/** A JSON value with each of its texts changed, save those of images. The very object when no text changes. */
export const mapStrings = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === "string") return change(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const changed = value.map((item) => mapStrings(item, change));
    return changed.some((item, at) => item !== value[at]) ? changed : value;
  }
  if ("type" in value && value.type === "image") return value;
  let changed: Record<string, unknown> | undefined;
  for (const [key, item] of Object.entries(value)) {
    const next = mapStrings(item, change);
    if (next !== item) (changed ??= { ...value })[key] = next;
  }
  return changed ?? value;
};
