import type { FastifyReply, FastifyRequest } from 'fastify'
import { fieldNames } from '../../../booking/appointment.ts'
import { callRefusals } from '../../../copy/errors.ts'
import { ApiError } from '../api-error.ts'

/** @see https://docs.postgrest.org/en/stable/references/api/resource_representation.html */
const singularMediaType = 'application/vnd.pgrst.object+json'

/** The columns that a client can ask back. */
const columns = [...fieldNames, 'id', 'created_at'] as const

type Column = (typeof columns)[number]
type Row = Record<Column, string>

function listed(query: unknown, key: 'columns' | 'select'): string[] | null {
  if (typeof query !== 'object' || query === null || !(key in query)) return null
  const value = (query as Record<string, unknown>)[key]
  if (typeof value !== 'string') throw new ApiError(400, 'PGRST100', callRefusals.givenOnce(key))
  const names = value.split(',').map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  return names.includes('*') || value === '' ? null : names
}

function asColumns(names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = columns.find((known) => known === name)
    if (column) return column
    throw new ApiError(400, '42703', callRefusals.noField(JSON.stringify(name.slice(0, 40))))
  })
}

/**
 * The one row of an insert: an object, or an array with it, as the client library sends either.
 * @throws {ApiError} 400 when it is not one row, or when `columns` names what no appointment has
 */
export function rowToInsert({ body, query }: FastifyRequest): unknown {
  asColumns(listed(query, 'columns') ?? [])
  if (!Array.isArray(body)) return body
  if (body.length === 1) return body[0]
  throw new ApiError(400, 'PGRST102', callRefusals.oneAtATime)
}

/** The columns that the answer is to have, checked before anything is stored. */
export function columnsToReturn({ query }: FastifyRequest): readonly Column[] {
  return asColumns(listed(query, 'select') ?? columns)
}

/** Answers an insert as `Prefer` and `Accept` ask for it: nothing, the row in an array, or the row alone. */
export function sendInserted(
  request: FastifyRequest,
  reply: FastifyReply,
  statusCode: number,
  row: Row,
  wanted: readonly Column[],
) {
  reply.code(statusCode).header('cache-control', 'no-store')
  // The client library appends, so that the header can be a list.
  const prefer = String(request.headers.prefer ?? '')
  if (!prefer.includes('return=representation')) return reply.send()
  reply.header('preference-applied', 'return=representation')
  const object = Object.fromEntries(wanted.map((column) => [column, row[column]]))
  return request.headers.accept?.includes(singularMediaType)
    ? reply.type(`${singularMediaType}; charset=utf-8`).send(JSON.stringify(object))
    : reply.send([object])
}
