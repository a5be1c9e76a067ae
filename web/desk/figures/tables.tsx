import { useState } from 'react'
import { desk } from '#copy/desk.ts'
import type { Counts, Figures } from '../../../booking/owner-api.ts'
import { TextButton } from '../ui/field.tsx'
import { bareDate, monthDay, sourceWords } from '../ui/words.ts'

const words = desk.charts
export const columns = ['booked', 'came', 'did_not_come', 'cancelled'] as const
type Row = Counts & { came_back?: number }

interface TableProps {
  caption: string
  head: string
  rows: readonly (Row & { name: string })[]
  all?: Row
}

function CountTable({ caption, head, rows, all }: TableProps) {
  const shown = all?.came_back === undefined ? columns : ([...columns, 'came_back'] as const)
  const cells = (row: Row) => shown.map((column) => <td key={column}>{row[column]}</td>)
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {shown.map((column) => (
            <th key={column} scope="col">
              {words.count[column]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {cells(row)}
          </tr>
        ))}
      </tbody>
      {all && (
        <tfoot>
          <tr>
            <th scope="row">{words.all}</th>
            {cells(all)}
          </tr>
        </tfoot>
      )}
    </table>
  )
}

const weeksFirst = 6

interface FigureTablesProps {
  sources: Figures['by_source']
  weeks: Figures['by_week']
  from: string
  to: string
  all: Row
}

export function FigureTables({ sources, weeks, from, to, all }: FigureTablesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? weeks : weeks.slice(0, weeksFirst)
  return (
    <div className="figure-tables">
      <CountTable
        caption={words.bySource(monthDay(from), monthDay(to))}
        head={words.source}
        rows={sources.map((counts) => ({
          ...counts,
          name: sourceWords(counts.referral_source) ?? words.notAsked,
        }))}
        all={all}
      />
      <div>
        <CountTable
          caption={words.byWeek}
          head={words.weekOf}
          rows={shown.map((counts) => ({ ...counts, name: bareDate(counts.week) }))}
        />
        {!showsAll && weeks.length > weeksFirst && (
          <TextButton onClick={() => setShowsAll(true)}>{words.showAll(weeks.length)}</TextButton>
        )}
      </div>
    </div>
  )
}
