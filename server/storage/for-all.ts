/** One statement takes 32,766 bound variables at least: this many values, or rows of any table, stay below that. */
const valuesMost = 500

/** The rows that a query finds for each of many values. */
export async function forAll<Value, Row>(
  values: readonly Value[],
  query: (some: readonly Value[]) => Promise<Row[]>,
): Promise<Row[]> {
  const found: Row[] = []
  for (let at = 0; at < values.length; at += valuesMost) {
    found.push(...(await query(values.slice(at, at + valuesMost))))
  }
  return found
}
