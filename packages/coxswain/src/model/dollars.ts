/** An amount of USD for people: as much of it as matters. */
export const dollars = (amount: number): string => {
  if (amount <= 0) return "$0";
  if (amount < 0.0001) return "<$0.0001";
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
};
