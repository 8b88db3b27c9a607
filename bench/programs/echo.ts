// Writes each input at once: the least that a key takes through a pseudo-terminal. It writes a frame when it is ready.
process.stdin.setRawMode(true).on("data", (input) => void process.stdout.write(input));
process.stdout.write("\u001b[?2026l");
