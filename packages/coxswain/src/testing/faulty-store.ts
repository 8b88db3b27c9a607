import type { Entry, LogFile, Store } from "../log/index.ts";

/** Fault callbacks. The store awaits each before it acts. If a callback throws, the operation fails without effect. */
export interface StoreFaults {
  /** `count`: the number of this append among all files of the store, from 1. */
  append?(count: number, entries: readonly Entry[]): unknown;
  /** `count`: the number of this sync among all files of the store, from 1. */
  sync?(count: number): unknown;
}

/** Wraps a store to inject failures and delays. */
export const faultyStore = (store: Store, faults: StoreFaults): Store => {
  let appends = 0;
  let syncs = 0;
  const faulty = (file: LogFile): LogFile => {
    let last: Promise<unknown> = Promise.resolve();
    const inTurn = <Value>(fault: () => unknown, act: () => Promise<Value>): Promise<Value> => {
      const acted = last.then(fault).then(act);
      last = acted.catch(() => undefined);
      return acted;
    };
    return {
      header: file.header,
      mailbox: file.mailbox,
      get damage() {
        return file.damage;
      },
      read: () => file.read(),
      ...(file.recent === undefined ? {} : { recent: file.recent.bind(file) }),
      ...(file.route === undefined ? {} : { route: file.route.bind(file) }),
      acquire: () => file.acquire(),
      append(entries) {
        const fault = () => faults.append?.(++appends, entries);
        return inTurn(fault, () => file.append(entries));
      },
      sync() {
        const fault = () => faults.sync?.(++syncs);
        return inTurn(fault, () => file.sync());
      },
      close: () => last.then(() => file.close()),
    };
  };
  return {
    create: async (header) => faulty(await store.create(header)),
    open: async (id) => faulty(await store.open(id)),
    list: (filter) => store.list(filter),
    follow: (id, options) => store.follow(id, options),
    remove: (id, options) => store.remove(id, options),
    ...(store.mailbox === undefined ? {} : { mailbox: store.mailbox }),
  };
};
