import { readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'

type Node = ESTree.Node

/** Unwraps `{…} as const`. */
function value(node: Node): Node {
  return 'expression' in node && node.type.startsWith('TS') ? value(node.expression as Node) : node
}

function exported(program: ESTree.Program, name: PropertyKey): Node | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
      continue
    const { declarations } = statement.declaration
    const found = declarations.find(({ id }) => id.type === 'Identifier' && id.name === name)
    if (found) return found.init ?? found
  }
  return undefined
}

function member(node: Node, key: PropertyKey): Node | undefined {
  const around = value(node)
  if (around.type === 'ArrayExpression') return around.elements[Number(key)] ?? undefined
  if (around.type !== 'ObjectExpression') return undefined
  return around.properties.find((property) => {
    if (property.type !== 'Property') return false
    const name = property.key
    return (name.type === 'Identifier' ? name.name : name.type === 'Literal' && name.value) === key
  })
}

/** Returns the line of a value, by its export's name and its keys, or of what it's missing in. */
export function findLine(file: string, [name = '', ...keys]: readonly PropertyKey[]): number {
  const text = readFileSync(file, 'utf8')
  let node = exported(parseSync(file, text).program, name)
  for (const key of keys) {
    const inner: Node | undefined = node && member(node.type === 'Property' ? node.value : node, key)
    if (!inner) break
    node = inner
  }
  return text.slice(0, node?.start ?? 0).split('\n').length
}
