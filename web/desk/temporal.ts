/** Loads Temporal if the browser lacks it. Imported first, because other modules format times as they load. */
if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')

export {}
