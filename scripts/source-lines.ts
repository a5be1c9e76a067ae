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
    const written = name.type === 'Identifier' ? name.name : name.type === 'Literal' && String(name.value)
    return written === String(key)
  })
}

function nodeAt(text: string, file: string, [name = '', ...keys]: readonly PropertyKey[]): Node | undefined {
  let node = exported(parseSync(file, text).program, name)
  for (const key of keys) {
    const inner: Node | undefined = node && member(node.type === 'Property' ? node.value : node, key)
    if (!inner) break
    node = inner
  }
  return node
}

/** Returns the line of a value, by its export's name and its keys, or of the place where it's missing. */
export function findLine(file: string, path: readonly PropertyKey[]): number {
  const text = readFileSync(file, 'utf8')
  return text.slice(0, nodeAt(text, file, path)?.start ?? 0).split('\n').length
}

/**
 * Returns a value's position in its file's text.
 * @throws {Error} if there is none
 */
export function findRange(file: string, path: readonly PropertyKey[]): { start: number; end: number } {
  const node = nodeAt(readFileSync(file, 'utf8'), file, path)
  if (node?.type !== 'Property') throw new Error(`${file} has no ${path.map(String).join('.')}`)
  return node.value
}
