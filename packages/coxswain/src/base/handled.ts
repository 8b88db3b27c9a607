/**
 * Somebody else's code is given the promise: whoever awaits it has its rejection, and one that is not awaited is nobody's, which would end the process and
 * all sessions in it.
 */
export const withHandledRejection =
  <Given extends readonly unknown[], Value>(act: (...given: Given) => Promise<Value>) =>
  (...given: Given): Promise<Value> => {
    const promise = act(...given);
    promise.catch(() => undefined);
    return promise;
  };
