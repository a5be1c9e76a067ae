import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root, run, whichOf } from './run.mjs'
import { installPackage } from './system-package.mjs'

/** Beside the dependencies, so that it goes when they go. */
const environment = join(root, 'node_modules', '.radicale')
const inEnvironment = (/** @type {string} */ program) => join(environment, 'bin', program)

/** Where the system's packages put it, which need not be on the PATH of whoever runs the tests. */
const places = ['radicale', '/usr/bin/radicale', inEnvironment('radicale')]

/** @returns the path of an installed Radicale, or undefined */
export function findRadicale() {
  return process.env.RADICALE || whichOf(places)
}

/** A Python environment of our own with Radicale in it. @returns whether there is one now */
function installWithPip() {
  const python = whichOf(['python3', 'python'])
  if (!python) return false
  console.log('No Radicale is installed; making a Python environment for it.')
  if (run(python, ['-m', 'venv', environment]) !== 0) return false
  const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check']
  return run(inEnvironment('python'), [...pip, 'radicale>=3.1,<4']) === 0
}

/**
 * The calendar server for the tests: one that is installed, else the distribution's package, else one in a Python
 * environment of our own.
 */
export function ensureRadicale() {
  const named = process.env.RADICALE
  if (named && !existsSync(named)) giveUp(`RADICALE names ${named}, and there is no such file.`)
  if (findRadicale()) return
  if ((installPackage('radicale') || installWithPip()) && findRadicale()) return
  giveUp(
    'The tests need the calendar server Radicale: install it with your system or with pip, or name its program in the variable RADICALE.',
  )
}
