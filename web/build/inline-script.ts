import { build } from 'vite'

/**
 * Bundles one module into the text of an inline script.
 *
 * @param values - what free names in the module stand for.
 */
export async function inlineScript(
  root: string,
  entry: string,
  values: Record<string, unknown>,
): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)])),
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: entry,
        // Built scripts that it names by their addresses.
        external: /^\/assets\//,
        treeshake: { moduleSideEffects: [{ test: /\/site\//, sideEffects: false }] },
        output: { format: 'es', codeSplitting: false },
      },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const code = output && 'output' in output ? output.output[0].code : undefined
  if (!code) throw new Error(`${entry} gave no script`)
  return code.trim()
}
