// Asks the server; a mistake becomes an Error with the sentence that the server wrote.
export async function ask(path, content, options = {}) {
  const answer = await fetch(path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(content), ...options,
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error([found.error, found.hint].filter(Boolean).join(": "));
  return found;
}
