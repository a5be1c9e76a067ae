/** Address of the shop’s own logo, `pictures/logo.svg` or `.png`; undefined without one. Emails attach a PNG of it. */
export const logo = Object.values(
  import.meta.glob<string>('#shop/pictures/rendered/logo.*', {
    eager: true,
    query: '?url&no-inline',
    import: 'default',
  }),
)[0]
