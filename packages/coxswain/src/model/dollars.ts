/** Formats an amount of USD with the decimals that matter. */
export const dollars = (amount: number): string => {
  if (amount <= 0) return "$0";
  if (amount < 0.0001) return "<$0.0001";
  return `$${amount.toFixed(amount < 0.1 ? 4 : 2)}`;
};
