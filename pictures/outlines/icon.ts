/** The firm's sign in a browser tab: a brass four-hole button on navy cloth, held by a row of stitches. */
export function iconSvg(cornerRadius: number): string {
  const holes = [
    [-6, -6],
    [6, -6],
    [-6, 6],
    [6, 6],
  ]
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="3.1"/>`)
    .join('')
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">',
    `<rect x="-32" y="-32" width="64" height="64" rx="${cornerRadius}" fill="#131a2b"/>`,
    '<circle r="23" fill="#dba93c"/>',
    '<circle r="15.5" fill="none" stroke="#6f4c0c" stroke-width="2.4"/>',
    `<g fill="#131a2b">${holes}</g>`,
    '<path d="M-6-6L6 6M6-6L-6 6" stroke="#f8f6f0" stroke-width="2.2" stroke-linecap="round"/>',
    '</svg>',
  ].join('')
}
