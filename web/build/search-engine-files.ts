/** `%PUBLIC_URL%` is filled in by the server. */
export const robots = 'User-agent: *\nAllow: /\n\nSitemap: %PUBLIC_URL%/sitemap.xml\n'

export const sitemap = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
  <url><loc>%PUBLIC_URL%/</loc></url>
</urlset>
`
