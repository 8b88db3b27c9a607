// Turns of a loop that only collects its messages. Argument: the number of turns.
const turns = Number(process.argv[2]);

async function* answer(turn: number) {
  if (turn < turns) yield { type: "call", id: `call_${turn}`, name: "noop", input: JSON.stringify({ n: turn }) };
  else yield { type: "text", text: "Done." };
}

const tools = new Map([["noop", async (input: unknown) => JSON.stringify(input)]]);
const messages: object[] = [{ role: "user", content: "Go." }];
for (let turn = 0, going = true; going; turn++) {
  going = false;
  for await (const part of answer(turn)) {
    messages.push({ role: "assistant", content: [part] });
    if (part.type !== "call") continue;
    messages.push({ role: "tool", id: part.id, content: await tools.get(part.name ?? "")?.(JSON.parse(part.input ?? "{}")) });
    going = true;
  }
}
if (messages.length !== 2 * turns + 2) throw new Error(`There are ${messages.length} messages.`);
