/** One queue per path. Workspaces that may write the same files share one object. */
export interface PathLocks {
  exclusively<T>(path: string, action: () => Promise<T>): Promise<T>;
}

export const pathLocks = (): PathLocks => {
  const last = new Map<string, Promise<unknown>>();
  return {
    exclusively(path, action) {
      const turn = (last.get(path) ?? Promise.resolve()).then(action);
      const settled = turn.then(
        () => {},
        () => {},
      );
      last.set(path, settled);
      void settled.then(() => {
        if (last.get(path) === settled) last.delete(path);
      });
      return turn;
    },
  };
};
