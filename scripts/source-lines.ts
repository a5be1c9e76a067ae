import { readFileSync } from 'node:fs'
import { type ESTree, parseSync } from 'vite'

type Node = ESTree.Node

/** Without what says only something of its type: `{…} as const`. */
function value(node: Node): Node {
  return 'expression' in node && node.type.startsWith('TS') ? value(node.expression as Node) : node
}

function exported(program: ESTree.Program, name: PropertyKey): Node | undefined {
  for (const statement of program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
      continue
    const found = statement.declaration.declarations.find(
      ({ id }) => id.type === 'Identifier' && id.name === name,
    )
    if (found) return found.init ?? found
  }
  return undefined
}

function member(node: Node, key: PropertyKey): Node | undefined {
  const around = value(node)
  if (around.type === 'ArrayExpression') return around.elements[Number(key)] ?? undefined
  if (around.type !== 'ObjectExpression') return undefined
  return around.properties.find(
    (property) =>
      property.type === 'Property' &&
      (property.key.type === 'Identifier'
        ? property.key.name
        : property.key.type === 'Literal' && property.key.value) === key,
  )
}

/**
 * The line on which a module writes a value, counted from 1; of what's missing, the line of what it's missing in.
 *
 * @param path - the name of an export, then keys and indexes
 */
export function lineOf(file: string, [name = '', ...keys]: readonly PropertyKey[]): number {
  const text = readFileSync(file, 'utf8')
  let node = exported(parseSync(file, text).program, name)
  for (const key of keys) {
    const inner: Node | undefined = node && member(node.type === 'Property' ? node.value : node, key)
    if (!inner) break
    node = inner
  }
  return text.slice(0, node?.start ?? 0).split('\n').length
}
