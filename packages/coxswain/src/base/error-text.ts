/** What was thrown, as a text for people: of whatever it is, also of what cannot be made a text. */
export const errorText = (thrown: unknown): string => {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "something that has no words";
  }
};

/** Whether what was thrown is of this class. Of what cannot even be asked, as a Proxy that throws, it is not. */
export const isInstance = <Type>(thrown: unknown, type: abstract new (...given: never[]) => Type): thrown is Type => {
  try {
    return thrown instanceof type;
  } catch {
    return false;
  }
};
