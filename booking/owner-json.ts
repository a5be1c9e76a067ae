/**
 * The border of the owner's calls: the server writes answers with `toJson`, and the desk reads them with `fromJson`. Until
 * version 1, they keep some JSON keys that the code has since renamed.
 */

import { withName } from './contact.ts'

const jsonKeys = {
  pending: 'owed',
  pending_elsewhere: 'owed_elsewhere',
  blocked: 'closures',
  blocked_time: 'closure',
  error: 'fault',
} as const

type JsonKey<Key> = Key extends keyof typeof jsonKeys ? (typeof jsonKeys)[Key] : Key

export type Json<Value> = Value extends readonly (infer Item)[]
  ? Json<Item>[]
  : Value extends object
    ? { [Key in keyof Value as JsonKey<Key>]: Json<Value[Key]> }
    : Value

type Prepare = (value: object) => object

function renamed(value: unknown, names: ReadonlyMap<string, string>, prepare: Prepare): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names, prepare))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(prepare(value)).map(([key, inner]) => [
      names.get(key) ?? key,
      renamed(inner, names, prepare),
    ]),
  )
}

const isNamed = (value: object): value is { full_name: string } => 'full_name' in value

const outside = new Map<string, string>(Object.entries(jsonKeys))
const inside = new Map<string, string>(Object.entries(jsonKeys).map(([key, json]) => [json, key]))

export const toJson = <Value>(value: Value) =>
  renamed(value, outside, (inner) => (isNamed(inner) ? withName(inner) : inner)) as Json<Value>
export const fromJson = <Value>(json: Json<Value>) => renamed(json, inside, (inner) => inner) as Value
