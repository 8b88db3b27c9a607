/** Makes something of a thing once, for as long as it is the same thing that is given. */
export const memoizeLast = <Given, Made>(make: (given: Given) => Made): ((given: Given) => Made) => {
  let last: { readonly given: Given; readonly made: Made } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) };
    return last.made;
  };
};
