/** A busy machine asks for another try, which doesn't change who is first. */
export async function retryUntilAnswered<Answer extends { status: number }>(
  ask: () => Promise<Answer>,
): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}
