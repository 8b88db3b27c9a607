/**
 * Waits until all have ended, also when one of them fails: what follows then finds none of them still at work.
 * @throws what the first of them threw
 */
export const waitForAll = async <Value>(actions: readonly Promise<Value>[]): Promise<readonly Value[]> => {
  if (actions.length === 0) return []; // as in most turns
  const ends = await Promise.allSettled(actions);
  return ends.map((end) => {
    if (end.status === "rejected") throw end.reason;
    return end.value;
  });
};
