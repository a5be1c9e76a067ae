import type { PageFacts } from '../../booking/public-api.ts'
import { fullName } from '../../demo/business.ts'
import { head } from '../../demo/landing-page.ts'
import iconSvg from '../../demo/pictures/rendered/icon.svg'
import icon32 from '../../demo/pictures/rendered/icon-32.png'
import icon180 from '../../demo/pictures/rendered/icon-180.png'
import shareImage from '../../demo/pictures/rendered/share.jpg'

function Icons() {
  return (
    <>
      <link rel="icon" href={icon32} sizes="32x32" />
      <link rel="icon" href={iconSvg} type="image/svg+xml" />
      <link rel="apple-touch-icon" href={icon180} />
    </>
  )
}

export function LandingHead({ publicUrl }: Pick<PageFacts, 'publicUrl'>) {
  return (
    <>
      <title>{head.title}</title>
      <meta name="description" content={head.description} />
      <link rel="canonical" href={`${publicUrl}/`} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={fullName} />
      <meta property="og:title" content={head.title} />
      <meta property="og:description" content={head.description} />
      <meta property="og:url" content={`${publicUrl}/`} />
      <meta property="og:image" content={`${publicUrl}${shareImage}`} />
      {/* Without its size, whoever is the first to share the page shares it without a picture. */}
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={head.imageAlt} />
      <meta name="twitter:card" content="summary_large_image" />
      <Icons />
    </>
  )
}

/** Pages that are not to be found by searching. */
export function UnlistedHead({ title }: { title: string }) {
  return (
    <>
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <Icons />
    </>
  )
}
