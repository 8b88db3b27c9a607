/** Whether what was thrown is of this class. Of what cannot even be asked, as a Proxy that throws, it is not. */
export const isInstance = <Type>(thrown: unknown, type: abstract new (...given: never[]) => Type): thrown is Type => {
  try {
    return thrown instanceof type;
  } catch {
    return false;
  }
};
