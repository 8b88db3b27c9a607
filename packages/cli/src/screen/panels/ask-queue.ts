interface Asked<Request, Reply> {
  readonly request: Request;
  answer(reply: Reply): void;
}

/** Requests that wait for a reply, in the order in which they were made. */
export class AskQueue<Request, Reply> {
  readonly #withdrawn: Reply;
  readonly #open: Asked<Request, Reply>[] = [];
  /** Called when the first request changes, or another one is added. */
  onChange: () => void = () => {};

  /** @param withdrawn reply to a request that is withdrawn */
  constructor(withdrawn: Reply) {
    this.#withdrawn = withdrawn;
  }

  get first(): Request | undefined {
    return this.#open[0]?.request;
  }

  /** Adds a request. The signal withdraws it. */
  readonly ask = (request: Request, signal: AbortSignal): Promise<Reply> => {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const one: Asked<Request, Reply> = { request, answer: resolve };
    const withdraw = (): void => {
      this.#remove(one);
      resolve(this.#withdrawn);
    };
    if (signal.aborted) return Promise.resolve(this.#withdrawn);
    signal.addEventListener("abort", withdraw, { once: true });
    this.#open.push(one);
    this.onChange();
    return promise.finally(() => signal.removeEventListener("abort", withdraw));
  };

  /** Replies to the first request. */
  answer(reply: Reply): void {
    const first = this.#open[0];
    if (first === undefined) return;
    this.#remove(first);
    first.answer(reply);
  }

  #remove(one: Asked<Request, Reply>): void {
    const at = this.#open.indexOf(one);
    if (at < 0) return;
    this.#open.splice(at, 1);
    this.onChange();
  }
}
