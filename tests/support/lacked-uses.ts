import { parseAst } from 'vite'
import type { Lacking } from './lacking.ts'

interface Node {
  type: string
  [key: string]: unknown
}

/** The interfaces of global objects. */
const instances: Record<string, string> = {
  crypto: 'Crypto',
  document: 'Document',
  history: 'History',
  localStorage: 'Storage',
  location: 'Location',
  navigator: 'Navigator',
  performance: 'Performance',
}
const globalNames = new Set(['globalThis', 'window', 'self'])

/** Where a script checks whether something exists. */
const tests: Record<string, string> = {
  IfStatement: 'test',
  ConditionalExpression: 'test',
  LogicalExpression: 'left',
  UnaryExpression: 'argument',
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one)
  else if (isNode(value)) {
    yield value
    for (const key in value) yield* nodesIn(value[key])
  }
}

/** The name of the variable or member that an expression reads. */
function nameOf(node: unknown): string {
  if (!isNode(node)) return ''
  if (node.type === 'ChainExpression') return nameOf(node.expression)
  if (node.type === 'MemberExpression') return nameOf(node.property)
  // Minified, 'x' is `x`.
  if (node.type === 'TemplateLiteral') return [...nodesIn(node.quasis)].map(nameOf).join()
  if (node.type === 'TemplateElement') return String((node.value as { raw: string }).raw)
  return String(node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : '')
}

/** A check whether something exists: `typeof X`, `'x' in y`, `x?.y`, `y.x?.()`, `if (x.y)`, `x.y ?? z`. */
function askedFor(node: Node): string {
  if (node.type === 'BinaryExpression' && node.operator === 'in') return nameOf(node.left)
  if (node.optional) return nameOf(node.type === 'CallExpression' ? node.callee : node.object)
  const test = tests[node.type]
  return test === undefined ? '' : nameOf(node[test])
}

/** What a script uses and never checks for, as "AbortSignal.any". Finds only members that are read from globals. */
export function lackedUses(script: string, { globals, members }: Lacking): string[] {
  const nodes = [...nodesIn(parseAst(script))]
  const asked = new Set(nodes.map(askedFor))
  const keys = new Set(nodes.flatMap(({ property, key, computed }) => (computed ? [] : [property, key])))
  const uses = nodes.map((node) => {
    const name = nameOf(node)
    if (node.type === 'Identifier') return globals.has(name) && !keys.has(node) ? name : ''
    if (node.type !== 'MemberExpression') return ''
    const owner = nameOf(node.object)
    if (globalNames.has(owner)) return globals.has(name) ? name : ''
    return members.get(instances[owner] ?? owner)?.has(name) ? `${owner}.${name}` : ''
  })
  return [...new Set(uses)].filter((use) => use !== '' && !asked.has(use.replace(/.*\./, '')))
}
