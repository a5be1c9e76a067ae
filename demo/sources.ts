/**
 * The choices of 'How did you hear about us?', in their order: a short name, which your bookings keep, and the words that
 * clients read. Reword, remove, and add some, like `radio: 'Radio',`. A short name stays what it means: for another choice,
 * write another. An ad whose link ends in `?utm_source=radio` chooses that one.
 */
export const sources: Record<string, string> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  google: 'Google',
  linkedin: 'LinkedIn',
  tiktok: 'TikTok',
  friend: 'Friend',
}
