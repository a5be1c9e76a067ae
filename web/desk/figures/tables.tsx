import { useState } from 'react'
import type { Counts, Figures } from '../../../booking/owner-api.ts'
import { desk } from '../../../copy/desk.ts'
import { bareDate, monthDay, sourceWords } from '../ui/words.ts'

const words = desk.charts

const columns = ['booked', 'came', 'did_not_come', 'cancelled'] as const

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
  figures: Figures
  from: string
  to: string
  /** The sum of all consultations. */
  all: Row
}

/** The charts' numbers as tables, to read out and copy. */
export function FigureTables({ figures, from, to, all }: FigureTablesProps) {
  const [showsAll, setShowsAll] = useState(false)
  const weeks = [...figures.by_week].sort((a, b) => b.week.localeCompare(a.week))
  const sources = [...figures.by_source].sort((a, b) => b.booked - a.booked)
  return (
    <div className="figure-tables">
      <CountTable
        caption={words.bySource(monthDay(from), monthDay(to))}
        head={words.source}
        rows={sources.map((one) => ({ ...one, name: sourceWords(one.referral_source) ?? words.notAsked }))}
        all={all}
      />
      <div>
        <CountTable
          caption={words.byWeek}
          head={words.weekOf}
          rows={(showsAll ? weeks : weeks.slice(0, weeksFirst)).map((one) => ({
            ...one,
            name: bareDate(one.week),
          }))}
        />
        {!showsAll && weeks.length > weeksFirst && (
          <button type="button" className="text-button" onClick={() => setShowsAll(true)}>
            {words.showAll(weeks.length)}
          </button>
        )}
      </div>
    </div>
  )
}
