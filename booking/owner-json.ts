/**
 * Until version 1, the owner's calls keep some JSON keys that the code has since renamed. Only this module knows both: the
 * server writes answers with `toJson`, and the desk reads them with `fromJson`.
 */
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

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [names.get(key) ?? key, renamed(inner, names)]),
  )
}

const outside = new Map<string, string>(Object.entries(jsonKeys))
const inside = new Map<string, string>(Object.entries(jsonKeys).map(([key, json]) => [json, key]))

export const toJson = <Value>(value: Value) => renamed(value, outside) as Json<Value>
export const fromJson = <Value>(json: Json<Value>) => renamed(json, inside) as Value
