import { goalWords, holds, type Part, type Row } from './row.ts'

const heads = ['part', 'what', 'ours', 'beside', 'ratio', 'goal', 'holds']

function cells(part: string, row: Row): string[] {
  const verdict = row.goal ? (holds(row) ? 'yes' : 'NO') : ''
  return [part, row.what, row.ours, row.beside, row.ratio.toFixed(2), goalWords(row), verdict]
}

/** The report as a table that is read in a terminal and in Markdown alike. */
export function table(parts: readonly Part[]): string {
  const rows = parts.flatMap(({ name, rows }) => rows.map((row) => cells(name, row)))
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  return [line(heads), rule, ...rows.map(line)].join('\n')
}
