import { head } from '../../site/copy/head.ts'

export function LandingHead() {
  return (
    <>
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      <link rel="canonical" href="%PUBLIC_URL%/" />
    </>
  )
}

export function NotFoundHead() {
  return (
    <>
      <title>{head.notFoundTitle}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}

export function AnswerHead() {
  return (
    <>
      <title>{head.answerTitle}</title>
      <meta name="robots" content="noindex" />
    </>
  )
}
