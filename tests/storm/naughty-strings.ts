const withoutSpaces = `undefined null NaN -0 1e309 9007199254740993 0x0 __proto__ constructor %00 % %F0%9F %s%n%d
  ../../../../etc/passwd C:\\nul <script>alert(1)</script> "><svg/onload=alert(1)> {{7*7}}<%=7*7%> ﷽
  田中さんにあげて下さい 👩‍👩‍👧‍👦🏳️‍🌈 2026-02-30 0000-00-00 +010000-01-01 -000001-01-01 2026-13-45T99:99 24:00 23:60 १२:००
  1970-01-01T00:00:00Z 275760-09-13T00:00:00Z 9999-12-31T23:59:59.999999999+23:59 (((((((((((((((((((((`

/** What broke other programs: encodings, quotes, control characters, numbers, paths, scripts, headers. */
export const naughtyStrings = [
  ...withoutSpaces.split(/\s+/),
  ...['', ' ', '\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\ufeff', '\uffff', '\u202etest'],
  'Z\u0351\u036b\u0343\u032ealgo',
  'הָיְתָה test الصفحات',
  "' or 1=1 --",
  "'; drop table appointments; --",
  '$$; select pg_sleep(10); --',
  'Ann\r\nBcc: all@example.com',
  'a@b\r\nRCPT TO:<x@y>',
  'BEGIN:VEVENT\nEND:VEVENT',
  '[object Object]',
  'x'.repeat(5000),
  '+'.repeat(300),
  `${'a'.repeat(64)}@${'b'.repeat(250)}`,
]
