export function RouterErrorPage() {
  return (
    <main>
      <h1>Unexpected Application Error!</h1>
    </main>
  )
}
