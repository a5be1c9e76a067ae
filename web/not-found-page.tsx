export function NotFoundPage() {
  return (
    <main>
      <h1>404</h1>
      <p>Oops! Page not found</p>
      <a href="/">Return to Home</a>
    </main>
  )
}
