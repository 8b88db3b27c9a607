/** The rule about exactly the command of these words, which `parseRule` reads back; none for words that no line of rules should have. */
export const exactCommand = (words: readonly string[]): readonly string[] => {
  const rule = `bash(${words.map(quoted).join(" ")} $)`;
  return words.length === 0 || rule.length > LONGEST || /[\p{Cc}\p{Cf}]/u.test(rule) ? [] : [rule];
};

const LONGEST = 500;

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'"'"'`)}'`);
