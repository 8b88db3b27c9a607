/** Returns whether two values are the same JSON, including the order of object keys. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [keys, others] = [Object.keys(one), Object.keys(other)];
  return (
    keys.length === others.length && keys.every((key, at) => key === others[at] && isSame((one as Fields)[key], (other as Fields)[key]))
  );
};

type Fields = Readonly<Record<string, unknown>>;
