/**
 * A machine with too much to do asks for another try, which changes nothing of who is first. It is given a moment, as
 * clients are told to: a hundred who ask again at once would be what it has to do.
 */
export async function untilAnswered<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
