/** A gateway's error page is no sentence, and nobody reads on after this many characters. */
const sentenceLengthMax = 300

function isReadable(text: string): boolean {
  return text !== '' && text.length <= sentenceLengthMax && !text.startsWith('<')
}

/** The sentence fit for a client in what the server answered, or undefined when it holds none. */
export function sentenceIn(answer: unknown): string | undefined {
  const text = typeof answer === 'object' && answer !== null && 'message' in answer ? answer.message : answer
  return typeof text === 'string' && isReadable(text.trim()) ? text.trim() : undefined
}
