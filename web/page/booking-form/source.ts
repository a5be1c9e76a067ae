import { sourceIds } from '../../../booking/sources.ts'

/**
 * Whether a campaign or a host is that source: "Instagram_Stories", "m.facebook.com". A name like "x" is in many words.
 */
const isOf = (name: string, id: string) => name === id || (id.length > 3 && name.includes(id))

/** The source according to an ad or the referring page. The visitor sees it and can change it. */
export function detectSource(search: string, referrer: string): string | null {
  const campaign = new URLSearchParams(search).get('utm_source')?.toLowerCase() ?? ''
  const host = referrer === '' ? '' : new URL(referrer).hostname
  const names = [...campaign, ...campaign.split(/[^a-z0-9]+/), ...host.split('.')]
  return sourceIds.find((id) => names.some((name) => isOf(name, id))) ?? null
}
