/**
 * Waits until all have ended, also when one of them fails: what follows then finds none of them still at work.
 * @throws what the first of them threw
 */
export const waitForAll = async <Value>(actions: readonly Promise<Value>[]): Promise<readonly Value[]> => {
  await Promise.allSettled(actions);
  return Promise.all(actions);
};
